// The types of a game and of an edition, generated from the Python sources, under one roof.

import type { Token as FullToken } from "./generated/edition";
import type { View as Position, Prices } from "./generated/game";

export type { Building, Card, Edition, Effect, Group, Square, Text } from "./generated/edition";
export type * from "./generated/game";

export type { Lang, TextKey } from "./generated/text_keys";
/** A token without where its name comes from. */
export type Token = Pick<FullToken, "id" | "name" | "side">;

/** What everybody sees, with what it costs and pays: the server sends both together. */
export type View = Position & { prices: Prices };

/** The links that were given to a draw by seat; null: none came. */
export type Shares = Record<string, string | null>;
