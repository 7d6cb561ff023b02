// What was corrected around a real box, as a sentence.

import type { TextKey } from "../generated/text_keys";
import type { Edition, Lang } from "../types";
import { inLanguage, say } from "./language.svelte";
import { money, squareName } from "./money";
import type { Names, Told } from "./values";

/** The line of the log about steps that were taken back, or one thing that was set right. */
export function correction(edition: Edition, told: Told, names: Names, lang: Lang): string {
  if (told.type === "take_back")
    return told.to === 0 ? say("box.taken-back-start", {}, lang) : say("box.taken-back", { n: Number(told.to) }, lang);
  const seated = (seat: unknown, otherwise: TextKey): string =>
    typeof seat === "number" ? (names[seat] ?? "") : say(otherwise, {}, lang);
  const place = (square: unknown): string => squareName(edition, Number(square), lang);
  const deck = inLanguage(edition.decks[told.deck === "chest" ? "chest" : "chance"].name, lang);
  switch (told.what) {
    case "cash":
      return say(
        "box.right-cash",
        { who: seated(told.seat, "box.who"), sum: money(edition, Number(told.to), lang) },
        lang,
      );
    case "square":
      return say("box.right-square", { who: seated(told.seat, "box.who"), square: place(told.to) }, lang);
    case "in_jail":
      return say(told.to ? "box.right-in-jail" : "box.right-not-in-jail", { who: seated(told.seat, "box.who") }, lang);
    case "owner":
      return say("box.right-owner", { square: place(told.square), who: seated(told.to, "box.the-bank") }, lang);
    case "mortgaged":
      return say(told.to ? "box.right-mortgaged" : "box.right-not-mortgaged", { square: place(told.square) }, lang);
    case "buildings":
      return say("box.right-buildings", { square: place(told.square), n: Number(told.to) }, lang);
    case "jail_card":
      return say("box.right-jail-card", { deck, who: seated(told.to, "box.the-deck") }, lang);
    case "turn":
      return say("box.right-turn", { who: seated(told.seat, "box.who") }, lang);
    case "symbol":
      return say(
        "box.right-symbol",
        { symbol: say(told.symbol === "dark" ? "pieces.dark" : "pieces.light", {}, lang), square: place(told.to) },
        lang,
      );
    case "shuffled":
      return say("box.right-shuffled", { deck }, lang);
    default:
      return say("box.set-right", {}, lang);
  }
}
