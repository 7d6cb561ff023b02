// Verification of deals, cards and positions: the decks are shuffled again from the secret, each
// drawn card must have been on top, and each view must match its digest in the log.

import { takesEffect, targetOf, targets } from "../game/taken_back";
import type { Finding, Log } from "../generated/messages";
import type { Card, DeckId, Edition, GameEvent, View } from "../types";
import { Chance, type Mix, shuffled } from "./chance";
import { digest, type Mac, macOf } from "./hashes";
import { mixed, mixOf } from "./proof";

const printed = (edition: Edition, deck: DeckId): string[] =>
  edition.cards.filter((card) => card.deck === deck).map((card) => card.id);

/** A view without the players' names. */
const nameless = (view: View): object => ({ ...view, players: view.players.map(({ name: _, ...player }) => player) });

type Piles = Record<DeckId, string[]>;
type Hand = { deck: DeckId; card: string };

const DECKS: readonly DeckId[] = ["chest", "chance"];

/** Follows a game action by action and reports the first mismatch. */
export class DeckProof {
  cards = 0;
  views = 0;
  finding: Finding | null = null;
  private hand: Hand | null = null;
  private draws = 1; // the number of the next one: 0 set the game up
  private readonly mac: Mac;
  private decks: Piles;
  private unseen: Record<DeckId, Set<string>>; // cards not drawn yet, all on top
  private readonly wanted: Set<number>; // entries that the game goes back to
  private readonly kept = new Map<number, { hand: Hand | null; decks: Piles; unseen: Record<DeckId, Set<string>> }>();

  constructor(
    private readonly log: Log,
    private readonly edition: Edition,
  ) {
    this.mac = macOf(log.secret ?? "");
    this.decks = { chest: [], chance: [] };
    this.unseen = { chest: new Set(), chance: new Set() };
    this.wanted = targets(log.entries);
    this.shuffle(() => true);
  }

  private keep(number: number): void {
    const { hand, decks, unseen } = this;
    if (this.wanted.has(number)) this.kept.set(number, structuredClone({ hand, decks, unseen }));
  }

  /** What was taken back is as it was; the next draw is a new one. */
  private goBack(to: number): void {
    const then = structuredClone(this.kept.get(to));
    if (then) [this.hand, this.decks, this.unseen] = [then.hand, then.decks, then.unseen];
  }

  private shuffle(lies: (card: Card) => boolean): void {
    for (const deck of DECKS) {
      const cards = this.edition.cards.filter((card) => card.deck === deck && lies(card)).map((card) => card.id);
      this.decks[deck] = shuffled(this.mac, mixOf(this.log), deck, cards);
      this.unseen[deck] = new Set(cards);
    }
    this.keep(0);
  }

  /** A game that began in a position: cards that were held there were not in the decks. Nothing else was drawn. */
  begin(view: View): void {
    const held = view.players.flatMap((player) => player.jail_cards);
    const hand = view.card?.in_hand;
    this.shuffle(({ deck, id, kind }) => {
      if (hand?.deck === deck && hand.card === id) return false;
      const k = kind === "jail_free" ? held.indexOf(deck) : -1;
      if (k >= 0) held.splice(k, 1);
      return k < 0;
    });
    if (hand) this.hand = hand;
    this.keep(0);
  }

  private fails(number: number, code: string, told = "", truth = ""): void {
    this.finding ??= { number, code, told, true: truth };
  }

  /** Who throws for the start, and the deeds dealt in a short or a timed game. */
  setup(events: readonly GameEvent[]): void {
    const chance = Chance.of(this.mac, mixOf(this.log), 0);
    // the kernel shuffles both decks first, and places the Force symbols by four dice
    for (const deck of DECKS)
      for (let k = this.edition.cards.filter((card) => card.deck === deck).length - 1; k > 0; k--) chance.deal(k + 1);
    for (const event of events) if (event.type === "symbol") chance.die();
    const bank = this.edition.squares.filter((square) => square.price > 0).map((square) => square.index);
    let cut = 0;
    for (const event of events) {
      if (event.type === "cut") {
        cut = chance.deal(bank.length);
        if (event.amount !== cut) this.fails(0, "verify-chance", String(event.amount), String(cut));
      } else if (event.type === "deal") {
        const square = bank.splice((chance.deal(bank.length) + cut) % bank.length, 1)[0];
        if (event.square !== square) this.fails(0, "verify-chance", String(event.square), String(square));
        else this.cards += 1;
      } else if (event.type === "opening") {
        const total = 2 + chance.die() + chance.die();
        if (event.amount !== total) this.fails(0, "verify-chance", String(event.amount), String(total));
      }
    }
  }

  /** What came of an action; `inHand`: a drawn card is not back in its deck yet. */
  events(number: number, events: readonly GameEvent[], inHand: boolean): void {
    const entry = this.log.entries[number - 1];
    const to = entry ? targetOf(entry.action) : null;
    if (to !== null && entry) {
      if (entry.shares) this.draws += 1;
      if (takesEffect(entry)) this.goBack(to);
    } else {
      if (entry?.shares) this.stir(mixed(entry), this.draws++);
      for (const event of events) this.see(number, event);
      if (!inHand) this.putBack();
    }
    this.keep(number);
  }

  /** At each draw, what nobody has seen of a deck is shuffled again: who knew its order knows it no longer. */
  private stir(mix: Mix, draw: number): void {
    for (const deck of DECKS) {
      const hidden = printed(this.edition, deck).filter((card) => this.unseen[deck].has(card));
      const seen = this.decks[deck].slice(hidden.length);
      this.decks[deck] = [...shuffled(this.mac, mix, deck, hidden, draw), ...seen];
    }
  }

  view(number: number, view: unknown): void {
    const modern = this.log.header.format === 3;
    if (this.log.withdrawn && !modern) return; // its digest is over names that are gone
    const told = number === 0 ? this.log.header.start : this.log.entries[number - 1]?.view;
    const truth = digest(modern ? nameless(view as View) : view);
    if (told === truth) this.views += 1;
    else this.fails(number, number === 0 ? "verify-start" : "verify-view", told, truth);
  }

  private see(number: number, event: GameEvent): void {
    if (!("deck" in event)) return;
    const { type, deck, card } = event;
    const pile = this.decks[deck];
    if (type === "card") {
      this.putBack();
      const top = pile.shift();
      this.unseen[deck].delete(top ?? card);
      if (top !== card) this.fails(number, "verify-chance", card, top ?? "-");
      else this.cards += 1;
      this.hand = { deck, card };
      if (this.edition.rules.card_return === "before") this.putBack();
    } else if (type === "card_kept") {
      this.hand = null;
      if (pile.at(-1) === card) pile.pop();
    } else if (type === "card_returned") pile.push(card);
  }

  private putBack(): void {
    if (this.hand) this.decks[this.hand.deck].push(this.hand.card);
    this.hand = null;
  }
}
