// The effect of a square without a deed, in our own words.

import { placeName, say } from "../i18n/language.svelte";
import { money } from "../i18n/money";
import type { Edition, Lang, Square, View } from "../types";
import { tax } from "./words";

export function doing(edition: Edition, view: View, square: Square, lang: Lang): string {
  switch (square.kind) {
    case "go": {
      const { salary, landing } = view.prices;
      const amount = money(edition, salary, lang);
      return landing === salary
        ? say("board.the-way-begins-here-the-bank-pays", { amount }, lang)
        : say("board.the-bank-pays-more-for-stopping", { amount, more: money(edition, landing, lang) }, lang);
    }
    case "chest":
    case "chance":
      return say(
        "board.draw-the-top-card-of-deck-do",
        { deck: placeName(edition.decks[square.kind].name, lang) },
        lang,
      );
    case "tax":
      return say(
        "board.pay-the-bank-amount",
        {
          amount: tax(edition, view, square, lang),
        },
        lang,
      );
    case "jail":
      return say(
        "board.who-stops-here-is-only-visiting-nothing",
        { fine: money(edition, edition.numbers.jail_fine, lang) },
        lang,
      );
    case "parking":
      return view.pot
        ? say("board.who-stops-here-takes-the-middle", { amount: money(edition, view.pot, lang) }, lang)
        : say("board.a-place-to-rest-nothing-happens-here", {}, lang);
    case "go_to_jail":
      return say("board.who-stops-here-goes-straight-to-jail", {}, lang);
    default:
      return "";
  }
}
