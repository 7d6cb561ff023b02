// The plan of a new table: seats, settings, differences from the rulebook. No rendering.

import type { NewTable } from "../generated/messages";
import type { Lang, Text, TextKey } from "../types";
import type { Catalogue, EditionInfo, Level, OptionInfo, Variant } from "./catalogue";

export type Sitter = "me" | "friend" | "open" | "bot";
/** A seat of the plan; fields of other kinds are kept in case the user switches back. */
export type Chair = { key: number; sitter: Sitter; name: string; token: string; level: string };
export type Difference = { option: OptionInfo; value: Text; book: Text };
/** A fault and its field: "name", "chair-2", "minutes" or "seats". */
export type Fault = { at: string; text: TextKey; values?: { least: number; most: number } };

export const LONGEST_NAME = 24;
export const PAUSES: readonly { seconds: number | null; text: TextKey }[] = [
  { seconds: null, text: "home.no-limit" },
  { seconds: 30, text: "home.30-seconds" },
  { seconds: 60, text: "home.1-minute" },
  { seconds: 120, text: "home.2-minutes" },
  { seconds: 300, text: "home.5-minutes" },
  { seconds: 86_400, text: "home.a-day-play-by-and-by" },
];
export const TAKE_BACKS: readonly { policy: NonNullable<NewTable["take_back"]>; text: TextKey }[] = [
  { policy: "free", text: "home.take-back-free" },
  { policy: "consent", text: "home.take-back-consent" },
  { policy: "never", text: "home.take-back-never" },
];
// In every rulebook the owner must claim rent; most tables prefer automatic rent.
const BOOK: Readonly<Record<string, string>> = { rent_claims: "claimed" };
const HOUSE = "house."; // the topic of the clauses of house rules
const MIXED: readonly Level[] = ["novice", "trader", "baron"];
const SHELF = "freehold.name";

export function keptName(): string {
  try {
    return localStorage.getItem(SHELF) ?? "";
  } catch {
    return "";
  }
}

export function keepName(name: string): void {
  try {
    localStorage.setItem(SHELF, name);
  } catch {
    // storage is not available
  }
}

/** Whether an option is about house rules: no rulebook has them. */
const isHouse = (option: OptionInfo): boolean => option.clauses.at(-1)?.startsWith(HOUSE) ?? false;

/** The clauses of the house rules of this option that are among these names. */
const named = (option: OptionInfo, rules: readonly string[]): string[] =>
  option.clauses.filter((clause) => clause.startsWith(HOUSE) && rules.includes(clause.slice(HOUSE.length)));

let keys = 0;
const chair = (sitter: Sitter, level = "trader"): Chair => ({ key: keys++, sitter, name: "", token: "", level });

export class Plan {
  edition = $state("classic");
  variant = $state<Variant>("classic");
  minutes = $state<number | null>(null);
  /** Only options that differ from the edition's defaults. */
  chosen = $state<Record<string, string>>({});
  name = $state(keptName());
  token = $state("");
  chairs = $state<Chair[]>([chair("me"), ...MIXED.map((level) => chair("bot", level))]);
  language = $state<Lang>("en");
  seconds = $state<number | null>(null);
  takeBack = $state<NonNullable<NewTable["take_back"]>>("free");
  listed = $state(false);
  level = $state<Level>("trader");
  onlyRuns = $state(false);
  /** Whether a link to house rules was refused. */
  refused = $state(false);

  constructor(
    readonly all: Catalogue,
    language: Lang,
  ) {
    this.language = language;
    this.minutes = all.minutes.usual;
  }

  get info(): EditionInfo {
    const found = this.all.editions.find((edition) => edition.id === this.edition) ?? this.all.editions[0];
    if (!found) throw new Error("a server without editions");
    return found;
  }

  /** Change the edition; drop choices that it does not have. */
  choose(edition: string): void {
    this.edition = edition;
    if (!this.info.variants.includes(this.variant)) this.variant = "classic";
    const tokens = new Set(this.info.tokens.map((token) => token.id));
    if (!tokens.has(this.token)) this.token = "";
    for (const found of this.chairs) if (!tokens.has(found.token)) found.token = "";
    this.seat(Math.min(this.chairs.length, this.info.most));
  }

  seat(count: number): void {
    while (this.chairs.length > count) this.chairs.pop();
    while (this.chairs.length < count) this.chairs.push(chair("bot", MIXED[(this.chairs.length - 1) % MIXED.length]));
  }

  /** A host who does not play frees the seat. */
  runOnly(only: boolean): void {
    this.onlyRuns = only;
    const mine = this.chairs.find((found) => found.sitter === "me");
    if (only && mine) mine.sitter = "open";
    else if (!only && !mine && this.chairs[0]) this.chairs[0].sitter = "me";
  }

  // ------------------------------------------------------------------ options

  private usual(option: OptionInfo): string {
    return option.defaults[this.edition]?.[this.variant] ?? option.values[0] ?? "";
  }

  private byBook(option: OptionInfo): string {
    return isHouse(option) ? (option.values[0] ?? "") : (BOOK[option.name] ?? this.usual(option));
  }

  value(option: OptionInfo): string {
    return this.chosen[option.name] ?? this.usual(option);
  }

  set(option: OptionInfo, value: string): void {
    const { [option.name]: _, ...others } = this.chosen;
    this.chosen = value === this.usual(option) ? others : { ...others, [option.name]: value };
  }

  /** Whether any setting differs from the defaults. */
  get unusual(): boolean {
    return this.options.some((option) => this.value(option) !== this.usual(option));
  }

  asUsual(): void {
    this.chosen = {};
  }

  /** Exactly as in the rulebook. */
  toTheLetter(): void {
    this.chosen = { ...BOOK };
    this.playBy([]);
  }

  /** The options that have an effect at this table. */
  get options(): OptionInfo[] {
    const named = new Map(this.all.options.map((option) => [option.name, option]));
    const met = (option: OptionInfo): boolean =>
      Object.entries(option.needs).every(([name, value]) => {
        const other = named.get(name);
        return !other || this.value(other) === value;
      });
    return this.all.options.filter(
      (option) => option.editions.includes(this.edition) && option.variants.includes(this.variant) && met(option),
    );
  }

  get bookOptions(): OptionInfo[] {
    return this.options.filter((option) => !isHouse(option));
  }

  get houseOptions(): OptionInfo[] {
    return this.options.filter(isHouse);
  }

  /** The house rules of this table, by name. */
  get house(): string[] {
    return this.houseOptions.flatMap((option) => this.ruleOf(option) ?? []);
  }

  /** The house rule that this option is set to, by name. */
  ruleOf(option: OptionInfo): string | null {
    const clause = option.clauses[option.values.indexOf(this.value(option))] ?? "";
    return clause.startsWith(HOUSE) ? clause.slice(HOUSE.length) : null;
  }

  /** Play by exactly these house rules; names that this server does not know are left out. */
  playBy(rules: readonly string[]): void {
    this.refused = false;
    for (const option of this.houseOptions) {
      const clause = named(option, rules)[0];
      this.set(option, option.values[clause ? option.clauses.indexOf(clause) : 0] ?? "");
    }
  }

  /** Play by the rules of a link. One without rules, or with some that cannot be, is refused and changes nothing. */
  follow(rules: readonly string[]): void {
    const found = this.all.options.filter(isHouse).map((option) => named(option, rules).length);
    const known = found.reduce((sum, count) => sum + count, 0);
    if (rules.length > 0 && known === rules.length && Math.max(...found) === 1) this.playBy(rules);
    else this.refused = true;
  }

  label(option: OptionInfo, value: string): Text {
    return option.labels[option.values.indexOf(value)] ?? { en: value, fr: value };
  }

  get differences(): Difference[] {
    return this.options
      .filter((option) => this.value(option) !== this.byBook(option))
      .map((option) => ({
        option,
        value: this.label(option, this.value(option)),
        book: this.label(option, this.byBook(option)),
      }));
  }

  isBook(option: OptionInfo, value: string): boolean {
    return value === this.byBook(option);
  }

  // ------------------------------------------------------------------ wishing

  get faults(): Fault[] {
    const found: Fault[] = [];
    const names = new Set<string>();
    const heard = (at: string, name: string): void => {
      const clean = name.trim().toLowerCase();
      if (clean && names.has(clean))
        found.push({
          at,
          text: "home.two-people-have-this-name-change-one",
        });
      names.add(clean);
    };
    if (this.plays) heard("name", this.name);
    this.chairs.forEach((sitting) => {
      if (sitting.sitter !== "friend") return;
      if (!sitting.name.trim())
        found.push({
          at: `chair-${sitting.key}`,
          text: "home.give-this-person-a-name",
        });
      else heard(`chair-${sitting.key}`, sitting.name);
    });
    const { least, most } = this.all.minutes;
    const minutes = this.minutes ?? 0;
    if (this.variant === "timed" && !(Number.isInteger(minutes) && minutes >= least && minutes <= most))
      found.push({
        at: "minutes",
        text: "home.a-whole-number-of-minutes-from-least",
        values: { least, most },
      });
    return found;
  }

  get plays(): boolean {
    return this.chairs.some((found) => found.sitter === "me");
  }

  /** Whether all players are present already. */
  get full(): boolean {
    return this.plays && this.chairs.every((found) => found.sitter !== "open");
  }

  /** The server's seat order: people, open seats, bots. `fallback` is the default name. */
  wish(fallback: string): NewTable {
    const people = this.chairs
      .filter((found) => found.sitter === "me" || found.sitter === "friend")
      .map((found) =>
        found.sitter === "me"
          ? { name: this.name.trim() || fallback, token: this.token || null }
          : { name: found.name.trim(), token: found.token || null },
      );
    const options: Record<string, string | number> = {};
    for (const option of this.options)
      if (this.value(option) !== this.usual(option)) options[option.name] = this.value(option);
    if (this.variant === "timed") options.time_limit = this.minutes ?? this.all.minutes.usual;
    return {
      edition: this.edition,
      variant: this.variant,
      options,
      seats: this.chairs.length,
      people,
      bots: this.chairs.filter((found) => found.sitter === "bot").map((found) => found.level),
      level: this.level,
      language: this.language,
      seconds: this.seconds,
      listed: this.listed,
      take_back: this.takeBack,
    };
  }
}

/** Quick start: you and three bots of mixed levels, with the defaults. */
export const quickWish = (edition: string, name: string, language: Lang): NewTable => ({
  edition,
  variant: "classic",
  seats: 1 + MIXED.length,
  people: [{ name }],
  bots: [...MIXED],
  language,
});

/** The guided first game: a short one on the classic board against two easy bots. */
export const guidedWish = (name: string, language: Lang): NewTable => ({
  edition: "classic",
  variant: "short",
  seats: 3,
  people: [{ name }],
  bots: ["novice", "trader"],
  language,
});
