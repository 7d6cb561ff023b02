// A game and an edition as the server's JSON has them. The messages around them are generated; these shapes follow
// src/freehold/game/position.py and src/freehold/editions/schema.py.

export type Lang = "en" | "fr";
export type Text = { en: string; fr: string };
export type Seat = number;
export type Party = number | "bank";
export type DeckId = "chest" | "chance";
export type Lot = "house" | "hotel";
export type Symbol = "light" | "dark";

export type SquareKind =
  | "go"
  | "street"
  | "station"
  | "utility"
  | "chest"
  | "chance"
  | "tax"
  | "jail"
  | "parking"
  | "go_to_jail";

export type Square = {
  index: number;
  kind: SquareKind;
  name: Text;
  group: string;
  price: number;
  rents: number[];
  dice_multipliers: number[];
  house_cost: number;
  mortgage: number;
  role: "income_tax" | "luxury_tax" | null;
  amount: number;
  percent_option: number;
  short_game_amount: number;
};

export type Building = { count: number; en: string; en_plural: string; fr: string; fr_plural: string };
export type Token = { id: string; name: Text; side: Symbol | null };
export type Group = { id: string; printed_colour: Text; hex: string; theme: Text | null; squares: number[] };
export type Card = { id: string; deck: DeckId; kind: string; text: Text; amount: number; options: Effect[] };
export type Effect = { kind: string; amount: number; deck: DeckId | null };

export type Edition = {
  id: string;
  year: number;
  name: Text;
  currency: { symbol: string; symbol_position: "before" | "after"; name: Text };
  players: { min: number; max: number; banker_only_from: number };
  dice: { colours: string[] };
  buildings: { small: Building; large: Building };
  decks: { chest: { name: Text }; chance: { name: Text } };
  start_money: { total: number; notes: { value: number; count: number }[] };
  numbers: { salary: number; jail_fine: number; interest_percent: number; battle_loss: number };
  rules: Record<string, string>;
  short: Record<string, unknown> | null;
  timed: Record<string, unknown> | null;
  tokens: Token[];
  groups: Group[];
  squares: Square[];
  cards: Card[];
};

export type Player = {
  name: string;
  token: string;
  cash: number;
  square: number;
  in_jail: boolean;
  jail_turns: number;
  jail_cards: DeckId[];
  bankrupt: boolean;
  bankrupt_order?: number;
};

export type Deed = { owner: Seat; mortgaged: boolean; buildings: number };
export type Side = { cash?: number; squares?: number[]; jail_cards?: DeckId[] };
export type Auction = {
  square?: number;
  lot?: Lot;
  bid: number;
  floor: number;
  leader: Seat | null;
  bidder: Seat | null;
  bidders: Seat[];
  place: number | null;
};
export type Debt = {
  debtor: Seat;
  creditor: Party;
  amount: number;
  why: string;
  clause: string;
  square: number | null;
  open: boolean;
};
export type Claim = { square: number; visitor: Seat; owner: Seat; amount: number; throws_left: number };
export type Offer = { kind: "trade" | "settlement"; from: Seat; to: Seat; give: Required<Side>; ask: Required<Side> };

export type Phase =
  | "roll"
  | "double"
  | "buy"
  | "auction"
  | "tax"
  | "debt"
  | "transfer"
  | "battle"
  | "contest"
  | "answer"
  | "card"
  | "end"
  | "over";

export type View = {
  edition: string;
  variant: string;
  options: Record<string, string | number>;
  players: Player[];
  turn: Seat;
  phase: Phase;
  decider: Seat | null;
  doubles: number;
  dice?: [number, number];
  deeds: Record<string, Deed>;
  bank: { houses: number; hotels: number };
  decks: Record<DeckId, number>;
  force?: { dark: number; light: number };
  auction?: Auction;
  contest?: { lot: Lot; by: Seat; square: number | null; asked: Seat[]; wishes: number[] };
  debts?: Debt[];
  claims?: Claim[];
  offer?: Offer;
  transfer?: { squares: number[]; interest_paid: number[] };
  estate?: number[];
  battle?: { seat: Seat; symbol: Symbol };
  card?: { in_hand?: { deck: DeckId; card: string }; choice?: { deck: DeckId; card: string } };
  winner?: Seat | null;
  flow: { turns: number; force_face: Symbol | "shift" | null; [key: string]: unknown };
};

/** An action, as the rules list it and as a client sends it. `amount` and `max` may stand beside it to be shown. */
export type Action = {
  type: string;
  square?: number;
  amount?: number;
  max?: number;
  choice?: string;
  symbol?: Symbol;
  squares?: number[];
  cash?: number;
  count?: number;
  keep?: number;
  more?: number[];
  to?: Seat;
  give?: Side;
  ask?: Side;
};

export type GameEvent = {
  type: string;
  clause: string;
  seat?: Party;
  other?: Party;
  winner?: Seat | null;
  square?: number;
  amount?: number;
  lot?: Lot;
  dice?: [number, number];
  force?: Symbol | "shift";
  symbol?: Symbol;
  deck?: DeckId;
  card?: string;
  double?: number;
  red?: number;
  blue?: number;
  what?: string;
  attempt?: number;
};

export type Standing = { seat: Seat; name: string; worth: number | null; bankrupt: boolean; place: number };
