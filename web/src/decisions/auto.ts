// Answers that are given without asking, if the player wishes: a throw that is the only answer, and the end of a turn
// in which nothing is left to claim, build or redeem.

import type { Choices } from "../game/choices";
import type { Action } from "../types";

export type Wishes = { autoRoll: boolean; autoEnd: boolean };

/** Around a real box the dice are typed, and a turn ends on a screen of everybody's when nothing is left to do. */
export const AT_A_BOX: Wishes = { autoRoll: false, autoEnd: true };

const WORTH_A_STOP: readonly string[] = ["build", "redeem"];

export function automatic(choices: Choices, wishes: Wishes): Action | null {
  const [only, ...others] = choices.decisions;
  if (!only || others.length > 0 || choices.claims.length > 0) return null;
  if (only.type === "roll") return wishes.autoRoll ? only : null;
  if (only.type !== "end_turn" || choices.estate.some(({ type }) => WORTH_A_STOP.includes(type))) return null;
  return wishes.autoEnd ? only : null;
}

/**
 * Around a real box: whether there is something to decide, which is asked on the player's phone. Dice are typed anywhere.
 * Whoever is short of money for a debt has no answer yet, only an estate to raise it from.
 */
export const isOpen = (choices: Choices): boolean =>
  choices.decisions.length === 0
    ? choices.estate.length > 0
    : choices.decisions.some(({ type }) => type !== "roll") && automatic(choices, AT_A_BOX) === null;
