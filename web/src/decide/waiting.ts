// Texts for waiting players, and for seats that cannot act.

import type { Phase, Text } from "../types";

export const AWAITED: Record<Phase, Text> = {
  roll: { en: "{who} is about to throw the dice.", fr: "{who} va lancer les dés." },
  double: { en: "{who} threw a double and chooses.", fr: "{who} a fait un double et choisit." },
  buy: { en: "{who} decides whether to buy {square}.", fr: "{who} décide d'acheter ou non {square}." },
  auction: { en: "Auction: waiting for {who}.", fr: "Enchères : on attend {who}." },
  tax: { en: "{who} chooses how to pay the tax.", fr: "{who} choisit comment payer l'impôt." },
  debt: { en: "{who} is raising money to pay a debt.", fr: "{who} réunit de quoi payer une dette." },
  transfer: { en: "{who} decides about a mortgaged deed.", fr: "{who} décide du sort d'un titre hypothéqué." },
  battle: { en: "{who} won the battle and places the symbol.", fr: "{who} a gagné le combat et place le symbole." },
  contest: { en: "Buildings are scarce: waiting for {who}.", fr: "Les bâtiments sont rares : on attend {who}." },
  answer: { en: "{who} has an offer to answer.", fr: "{who} doit répondre à une offre." },
  card: { en: "{who} chooses what a card offers.", fr: "{who} choisit ce que propose une carte." },
  end: { en: "{who} is finishing the turn.", fr: "{who} termine son tour." },
  over: { en: "The game is over.", fr: "La partie est terminée." },
};

export const SOMEBODY: Text = { en: "Waiting for {who}.", fr: "On attend {who}." };

export const STATES: Record<"frozen" | "paused" | "bankrupt" | "replaced" | "away" | "spectator", Text> = {
  frozen: {
    en: "This game was begun under other rules and cannot go on here. It can still be watched again.",
    fr: "Cette partie a commencé avec d'autres règles et ne peut pas continuer ici. On peut encore la revoir.",
  },
  paused: {
    en: "The table is paused. The game goes on when the host says so.",
    fr: "La table est en pause. La partie reprend quand l'hôte le décide.",
  },
  bankrupt: {
    en: "You are bankrupt and out of the game. You may watch how it ends.",
    fr: "Vous avez fait faillite et quitté la partie. Vous pouvez en suivre la fin.",
  },
  replaced: {
    en: "The host lets a bot play for you. The host can give you your seat back.",
    fr: "L'hôte fait jouer un bot à votre place. L'hôte peut vous rendre votre siège.",
  },
  away: { en: "You were away: a bot plays for you.", fr: "Vous n’étiez plus là : un bot joue pour vous." },
  spectator: { en: "You are watching.", fr: "Vous regardez la partie." },
};

/** The reason for a debt. */
export const WHY: Record<string, Text> = {
  rent: { en: "rent for {place}", fr: "loyer pour {place}" },
  tax: { en: "tax", fr: "impôt" },
  card: { en: "a card", fr: "une carte" },
  fine: { en: "the fine for leaving jail", fr: "l'amende pour sortir de prison" },
  interest: { en: "interest on a mortgage", fr: "intérêts d'une hypothèque" },
  battle: { en: "a lost battle of the Force", fr: "un combat de la Force perdu" },
  deal: { en: "the deeds that were dealt", fr: "les titres distribués" },
  option: { en: "the option of a double", fr: "l'option d'un double" },
  other: { en: "a debt", fr: "une dette" },
};
