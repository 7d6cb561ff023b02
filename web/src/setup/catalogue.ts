// The choices before a game, from GET /api/editions; fetched once.

import { once } from "../connection/api";
import type { NewTable } from "../generated/messages";
import type { Text, Token } from "../types";

export type Variant = "classic" | "short" | "timed";
/** A built-in bot. One that the operator of the server brought is called `own:` and its name. */
export type Level = NonNullable<NewTable["level"]>;
export const builtIn = (bots: readonly BotInfo[]): Level[] =>
  bots.map((bot) => bot.level).filter((level): level is Level => !level.startsWith("own:"));

export type EditionInfo = {
  id: string;
  year: number;
  name: Text;
  variants: string[];
  least: number;
  most: number;
  tokens: Token[];
};

/** A choice that the rulebooks leave to the table; `needs`: the values of other options that it requires. */
export type OptionInfo = {
  name: string;
  values: string[];
  labels: Text[];
  clauses: string[];
  text: Text;
  defaults: Record<string, Record<string, string>>;
  variants: string[];
  editions: string[];
  needs: Record<string, string>;
};

export type BotInfo = { level: string; name: Text; sentence: Text };

export type Catalogue = {
  editions: EditionInfo[];
  options: OptionInfo[];
  bots: BotInfo[];
  minutes: { least: number; most: number; usual: number };
};

export const catalogue = (): Promise<Catalogue> => once<Catalogue>("/api/editions");

/** The classic board first, then the editions by their year. */
export const inOrder = (editions: readonly EditionInfo[]): EditionInfo[] =>
  [...editions].sort((a, b) => a.year - b.year);
