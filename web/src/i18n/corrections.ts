// What was corrected around a real box, as a sentence.

import type { TextKey } from "../generated/text_keys";
import type { Edition, Lang } from "../types";
import { placeName, say } from "./language.svelte";
import { money, squareName } from "./money";
import type { Names, Told } from "./values";

/** The line of the log about steps that were taken back, or one thing that was set right. */
export function correction(edition: Edition, told: Told, names: Names, lang: Lang): string {
  const [sentence, was] = [corrected(edition, told, names, lang), before(edition, told, names, lang)];
  return was ? say("box.was", { told: sentence, was }, lang) : sentence;
}

const seatedIn =
  (names: Names, lang: Lang) =>
  (seat: unknown, otherwise: TextKey): string =>
    typeof seat === "number" ? (names[seat] ?? "") : say(otherwise, {}, lang);

/** What was true before, in a word or two; empty where the sentence itself says it. */
function before(edition: Edition, { what, was, to }: Told, names: Names, lang: Lang): string {
  if (was === undefined || was === to) return "";
  const seated = seatedIn(names, lang);
  if (what === "cash") return money(edition, Number(was), lang);
  if (what === "square" || what === "symbol") return squareName(edition, Number(was), lang);
  if (what === "buildings") return String(was);
  return seated(was, what === "owner" ? "box.the-bank" : "box.the-deck");
}

function corrected(edition: Edition, told: Told, names: Names, lang: Lang): string {
  if (told.type === "take_back")
    return told.to === 0 ? say("box.taken-back-start", {}, lang) : say("box.taken-back", { n: Number(told.to) }, lang);
  const seated = seatedIn(names, lang);
  const place = (square: unknown): string => squareName(edition, Number(square), lang);
  const deck = placeName(edition.decks[told.deck === "chest" ? "chest" : "chance"].name, lang);
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
    case "owner": {
      const values = { square: place(told.square), who: seated(told.to, "box.the-bank") };
      if (!told.sum) return say("box.right-owner", values, lang);
      return say("box.right-owner-for", { ...values, sum: money(edition, Number(told.sum), lang) }, lang);
    }
    case "mortgaged":
      return say(told.to ? "box.right-mortgaged" : "box.right-not-mortgaged", { square: place(told.square) }, lang);
    case "buildings":
      return say(
        told.group ? "box.right-group" : "box.right-buildings",
        { square: place(told.square), n: Number(told.to) },
        lang,
      );
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
