// Lines of the log about something that was set right: what is true now, and what was before.

import { expect, test } from "vitest";
import { caseLike } from "../game/cases";
import { lines } from "../game/lines";
import { eventSentence } from "./events";

const { edition } = caseLike(({ edition }) => edition.id === "classic");

function told(action: object, was: number | null | undefined, lang: "en" | "fr" = "en"): string {
  const [line] = lines({ number: 4, by: "person", at: 0, events: [], seat: null, ...({ action, was } as object) });
  return eventSentence(edition, line!.event, ["Ann", "Bob"], lang).replace(/\s/g, " ");
}
const right = (what: string, more: object): object => ({ type: "set_right", what, ...more });

test("the old sum, square and owner are told", () => {
  expect(told(right("cash", { seat: 1, to: 1340 }), 1500)).toBe("Set right: Bob has $1,340. Before: $1,500.");
  expect(told(right("square", { seat: 0, to: 0 }), 39)).toMatch(/Before: Boardwalk\.$/);
  expect(told(right("owner", { square: 39, to: 1, sum: 400 }), null)).toMatch(/, for \$400\. Before: the bank\.$/);
  expect(told(right("owner", { square: 39, to: null }), 0, "fr")).toMatch(/ Avant : Ann\.$/);
  expect(told(right("jail_card", { deck: "chest", to: 0 }), null)).toMatch(/Before: the deck\.$/);
  expect(told(right("turn", { seat: 0 }), 1)).toMatch(/Before: Bob\.$/);
});

test("nothing more is told where the sentence says it, or nothing has changed", () => {
  expect(told(right("in_jail", { seat: 0, to: true }), undefined)).toBe("Set right: Ann is in jail.");
  expect(told(right("cash", { seat: 1, to: 1340 }), 1340)).toBe("Set right: Bob has $1,340.");
});
