// The price tags of house rules: what bots measured them to do to a game. Loaded when somebody looks at the switches.

import type { Text } from "../types";

export type PriceTag = { house: string[]; edition: string; players: number; length: number; text: Text };
export type PriceTags = { tags: PriceTag[]; best: Record<string, Record<string, Record<string, number>>> };

export const priceTags = (): Promise<PriceTags> =>
  import("../generated/price_tags.json").then((file) => file.default as unknown as PriceTags);

/** The tag of a rule in an edition with so many players, or the nearest that was measured. */
export function tagOf(all: PriceTags | null, rule: string, edition: string, players: number): PriceTag | null {
  return all?.tags[all.best[edition]?.[players]?.[rule] ?? -1] ?? null;
}
