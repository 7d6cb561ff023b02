// Events told to whoever they happened to, and to everybody else.

import { expect, it } from "vitest";
import { caseLike } from "../game/cases";
import { toldTo } from "./you";

const { edition } = caseLike(({ edition }) => edition.id === "classic");
const names = ["Ann", "Bob"];
const roll = { type: "roll", seat: 0, dice: [5, 6], clause: "dice.roll" };
const rent = { type: "rent", seat: 1, other: 0, amount: 26, square: 16, clause: "rent.amount-from-deed" };

it("say you to whoever acted, and the name to the others", () => {
  expect(toldTo(0, edition, roll, names, "en")).toBe("You throw 5 and 6, 11 in all.");
  expect(toldTo(0, edition, { ...roll, dice: [2, 2] }, names, "en")).toMatch(/^You throw a double/);
  expect(toldTo(0, edition, roll, names, "fr")).toMatch(/^Vous lancez les dés/);
  for (const you of [1, null]) expect(toldTo(you, edition, roll, names, "en")).toMatch(/^Ann throws/);
});

it("say you to whoever is paid", () => {
  expect(toldTo(0, edition, rent, names, "en")).toMatch(/^Bob pays you \$26 rent/);
  expect(toldTo(1, edition, rent, names, "fr")).toMatch(/^Vous payez 26/);
});

it("are told as to everybody where there are no words for it", () => {
  const salary = { type: "salary", seat: 0, amount: 200, square: 0, clause: "house.double-salary-on-go" };
  expect(toldTo(0, edition, salary, names, "en")).toMatch(/^Ann stops/);
  expect(toldTo(0, edition, { type: "sunrise", seat: 0 }, names, "en")).toMatch(/sunrise/);
});
