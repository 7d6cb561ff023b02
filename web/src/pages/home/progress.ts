// How a game of this browser stands: whose turn it is, or who won.

import type { TableInfo } from "../../generated/messages";
import { language, say } from "../../i18n/language.svelte";
import { listed } from "../../i18n/say";

const namesOf = (info: TableInfo, seats: readonly number[]): string =>
  listed(
    seats.map((seat) => info.seats[seat]?.name ?? ""),
    language.now,
  );

export const isOurTurn = (info: TableInfo, mine: readonly number[] = []): boolean =>
  info.status === "playing" && info.awaited.some((seat) => mine.includes(seat));

/** One phrase; `mine` are the seats of this browser. */
export function progress(info: TableInfo, mine: readonly number[] = []): string {
  if (info.status === "lobby") return say("home.not-begun-yet");
  if (info.status === "playing") {
    if (isOurTurn(info, mine)) return say("home.your-turn");
    if (info.awaited.length === 0) return say("home.being-played");
    return say("home.waiting-for-who", { who: namesOf(info, info.awaited) });
  }
  const won = info.winners.filter((seat) => mine.includes(seat));
  if (won.length && !(info.box && mine.length > 1)) return say("home.you-won");
  if (info.winners.length) return say("home.who-won", { who: namesOf(info, info.winners) });
  return say("home.finished");
}
