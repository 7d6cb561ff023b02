// Texts for waiting players, and for seats that cannot act.

import type { Phase, TextKey } from "../types";

export const AWAITED: Record<Phase, TextKey> = {
  roll: "decide.who-is-about-to-throw-the-dice",
  double: "decide.who-threw-a-double-and-chooses",
  buy: "decide.who-decides-whether-to-buy-square",
  auction: "decide.auction-waiting-for-who",
  tax: "decide.who-chooses-how-to-pay-the-tax",
  debt: "decide.who-is-raising-money-to-pay-a",
  transfer: "decide.who-decides-about-a-mortgaged-deed",
  battle: "decide.who-won-the-battle-and-places-the",
  contest: "decide.buildings-are-scarce-waiting-for-who",
  answer: "decide.who-has-an-offer-to-answer",
  card: "decide.who-chooses-what-a-card-offers",
  end: "decide.who-is-finishing-the-turn",
  over: "decide.the-game-is-over",
};

export const SOMEBODY: TextKey = "decide.waiting-for-who-2";

/** Why a seat cannot act at all. */
export type Hindrance = "frozen" | "paused" | "bankrupt" | "replaced" | "away" | "spectator" | "phone";

export const STATES: Record<Hindrance, TextKey> = {
  frozen: "decide.this-game-was-begun-under-other-rules",
  paused: "decide.the-table-is-paused-the-game-goes",
  bankrupt: "decide.you-are-bankrupt-and-out-of-the",
  replaced: "decide.the-host-lets-a-bot-play-for",
  away: "decide.you-were-away-a-bot-plays-for",
  spectator: "decide.you-are-watching",
  phone: "box.asked-on-the-phone",
};

/** The reason for a debt. */
export const WHY: Record<string, TextKey> = {
  rent: "decide.rent-for-place",
  tax: "decide.tax",
  card: "decide.a-card",
  fine: "decide.the-fine-for-leaving-jail",
  interest: "decide.interest-on-a-mortgage",
  battle: "decide.a-lost-battle-of-the-force",
  deal: "decide.the-deeds-that-were-dealt",
  option: "decide.the-option-of-a-double",
  other: "decide.a-debt",
};
