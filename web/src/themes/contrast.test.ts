import { describe, expect, it } from "vitest";
import { contrast } from "../art/ink";
import { SEATS } from "../art/seats";

const sheets = import.meta.glob<string>("./*.css", { query: "?raw", import: "default", eager: true });

const colours = (sheet: string): Record<string, string> =>
  Object.fromEntries([...sheet.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map((found) => [found[1], found[2]]));

/** Ink, and what it is written on. */
const PAIRS = [
  ["ink", "paper"],
  ["ink", "panel"],
  ["muted", "paper"],
  ["muted", "panel"],
  ["accent", "paper"],
  ["accent", "panel"],
  ["on-accent", "accent"],
  ["danger", "panel"],
  ["danger", "paper"],
  ["square-ink", "square"],
  ["square-ink", "square-hover"],
  ["plate-ink", "plate"],
  ["card-ink", "card-chest"],
] as const;

describe.each(Object.entries(sheets))("%s", (_, sheet) => {
  const theme = colours(sheet);

  it.each(PAIRS)("%s is readable on %s", (ink, under) => {
    expect(contrast(theme[ink] ?? "", theme[under] ?? "")).toBeGreaterThanOrEqual(4.5);
  });

  it("has a readable second deck, and signs that stand out", () => {
    expect(contrast(theme["card-chance-ink"] ?? theme["card-ink"] ?? "", theme["card-chance"] ?? "")).toBeGreaterThan(
      4.5,
    );
    for (const sign of ["sign", "sign-2", "edge"])
      expect(contrast(theme[sign] ?? "", theme["square"] ?? ""), sign).toBeGreaterThanOrEqual(3);
    expect(contrast(theme["bars"] ?? "", theme["cell"] ?? "")).toBeGreaterThanOrEqual(3);
  });
});

it("writes a seat's number in a readable ink", () => {
  for (const seat of SEATS) expect(contrast(seat.ink, seat.colour), seat.shape).toBeGreaterThanOrEqual(4.5);
});

it("gives each seat a shape and a colour of its own", () => {
  expect(new Set(SEATS.map((seat) => seat.shape)).size).toBe(8);
  expect(new Set(SEATS.map((seat) => seat.colour)).size).toBe(8);
});
