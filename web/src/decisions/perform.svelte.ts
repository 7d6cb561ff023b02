// Runs actions in sequence: each waits for the server's answer and the resulting update.

import type { LiveTable, Refusal } from "../connection/live.svelte";
import { bare, questionOf } from "../game/choices";
import type { Action, Seat } from "../types";

const MOST_TRIES = 4;

/** Why an action was refused; null if it was not: what else was refused meanwhile says nothing of it. */
export const whyRefused = (refusal: Refusal | null): string | null => (refusal?.acted ? refusal.code : null);

/** Wait until a condition on the table's state holds. */
function until(holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = $effect.root(() => {
      $effect(() => {
        if (!holds()) return;
        resolve();
        queueMicrotask(stop);
      });
    });
  });
}

/** Answer a question. Retries if another action came first and the question is unchanged. */
export async function decide(table: LiveTable, seat: Seat, action: Action, byItself = false): Promise<void> {
  const question = table.view && questionOf(table.view);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const before = table.number;
    if ((await perform(table, seat, action, byItself)) !== "stale-number") return;
    await until(() => table.number > before);
    if (!table.view || questionOf(table.view) !== question) return;
  }
}

/** Send an action and wait for the result: the error code, or null. */
export async function perform(table: LiveTable, seat: Seat, action: Action, byItself = false): Promise<string | null> {
  const before = table.number;
  table.act(seat, bare(action), byItself);
  await until(() => table.waiting === null);
  const why = whyRefused(table.refusal);
  if (why !== null) return why;
  await until(() => table.number > before);
  return null;
}
