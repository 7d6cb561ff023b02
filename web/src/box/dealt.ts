// Around a real box: the deeds that were dealt, which the family takes from the box before the first throw.

import type { LogLine } from "../game/lines";
import type { View } from "../types";

/** Everybody's deeds as squares, with what was set right, until somebody has thrown; null if none were dealt. */
export function dealt(lines: readonly LogLine[], { deeds, players }: View): number[][] | null {
  const types = new Set(lines.map(({ event }) => event.type));
  if (!types.has("deal") || types.has("roll")) return null;
  const squares = Object.keys(deeds).map(Number);
  return players.map((_, seat) => squares.filter((square) => deeds[square]?.owner === seat));
}
