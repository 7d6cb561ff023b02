// Positions as the server sends them (made by tools/client_tests/decision_cases.py), for the client's tests.

import raw from "../generated/cases.json?raw";
import type { Action, Edition, Plan, View } from "../types";

type Seen = { legal: Action[]; plan: Plan };
export type Case = { name: string; edition: Edition; view: View; seats: Seen[] };

type Written = { edition: string; view: View; seats: Seen[] };
const written = JSON.parse(raw) as { editions: Record<string, Edition>; cases: Written[] };

export const CASES: Case[] = written.cases.map(({ edition, view, seats }, k) => ({
  name: `${k}: ${edition}, ${view.variant}, ${view.phase}`,
  edition: written.editions[edition] as Edition,
  view,
  seats,
}));

/** A copy of the first matching case. */
export function caseLike(fits: (found: Case) => boolean): Case {
  const one = CASES.find(fits);
  if (!one) throw new Error("there is no such position among the cases");
  return structuredClone(one);
}
