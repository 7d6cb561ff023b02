// The effect of a square without a deed, in our own words.

import type { Edition, Lang, Square, View } from "../types";
import { say } from "../words/language.svelte";
import { money } from "../words/money";
import { tax } from "./words";

export function doing(edition: Edition, view: View, square: Square, lang: Lang): string {
  const told = (en: string, fr: string, values: Record<string, string | number> = {}): string =>
    say({ en, fr }, values, lang);
  switch (square.kind) {
    case "go":
      return told(
        "The way begins here. The bank pays {amount} to whoever passes or stops here.",
        "Le chemin commence ici. La banque verse {amount} à qui passe ou s’arrête ici.",
        { amount: money(edition, edition.numbers.salary, lang) },
      );
    case "chest":
    case "chance":
      return told(
        "Draw the top card of “{deck}”, do what it says, and put it back under the pile.",
        "Tirez la première carte du paquet « {deck} », faites ce qu’elle dit et remettez-la sous le paquet.",
        { deck: edition.decks[square.kind].name[lang] },
      );
    case "tax":
      return told("Pay the bank: {amount}.", "À payer à la banque : {amount}.", {
        amount: tax(edition, view, square, lang),
      });
    case "jail":
      return told(
        "Who stops here is only visiting: nothing happens. Who is in jail leaves by throwing a double, by paying {fine}, or with a card.",
        "Qui s’arrête ici est en simple visite : rien ne se passe. Qui est en prison en sort par un double, en payant {fine} ou avec une carte.",
        { fine: money(edition, edition.numbers.jail_fine, lang) },
      );
    case "parking":
      return told("A place to rest: nothing happens here.", "Une case de repos : il ne s’y passe rien.");
    case "go_to_jail":
      return told(
        "Who stops here goes straight to jail, without a salary on the way.",
        "Qui s’arrête ici va droit en prison, sans toucher de salaire au passage.",
      );
    default:
      return "";
  }
}
