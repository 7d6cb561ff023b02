import { describe, expect, it } from "vitest";
import { caseLike } from "../game/cases";
import type { Deed, GameEvent, View } from "../types";
import { LESSONS, type Lesson, lessonFor, type Moment } from "./lessons";

const { view, edition } = caseLike((found) => found.name.includes("classic, classic, roll"));
const names = ["Ann", "Bot 2", "Bot 3"];
const ANN = 0;

function moment(change: Partial<View>, more: Partial<Moment> = {}): Moment {
  const before = { ...view, phase: "end" as const, decider: ANN, deeds: {}, ...change };
  return { view: before, edition, seat: ANN, names, legal: [], events: [], ...more };
}

const owned = (owner: number, ...squares: number[]): Record<string, Deed> =>
  Object.fromEntries(squares.map((square) => [square, { owner, buildings: 0, mortgaged: false }]));

/** The text of the only lesson that is still to be told, if its moment has come. */
const told = (lesson: Lesson, at: Moment): string | undefined =>
  lessonFor(
    at,
    LESSONS.filter((other) => other !== lesson),
    "en",
  )?.text;

const players = (change: object) =>
  view.players.map((player, seat) => (seat === ANN ? { ...player, ...change } : player));

describe("a lesson of the guided game", () => {
  it("begins with the welcome, and is told once", () => {
    expect(lessonFor(moment({ phase: "buy" }), [], "en")?.lesson).toBe("welcome");
    expect(lessonFor(moment({ phase: "buy" }), ["welcome"], "en")?.lesson).toBe("buy");
    expect(lessonFor(moment({ phase: "buy" }), [...LESSONS], "en")).toBeNull();
  });

  it("is about what we are asked, not what others are", () => {
    for (const phase of ["buy", "auction", "debt"] as const) {
      const auction = { square: 1, bid: 0, floor: 1, leader: null, bidder: 0, bidders: [0, 1], place: null };
      expect(told(phase, moment({ phase, auction }))).toBe(`guide.${phase}`);
      expect(told(phase, moment({ phase, decider: 1, auction: { ...auction, bidders: [1] } }))).toBeUndefined();
    }
  });

  it("says of stations and utilities what is true of them, and nothing of buildings on them", () => {
    const more = (square: number): string =>
      lessonFor(
        moment({}, { events: [{ type: "rent", seat: 0, other: 1, square, amount: 25, clause: "" } as GameEvent] }),
        LESSONS.filter((other) => other !== "rent"),
        "en",
      )?.values.more ?? "";
    expect(more(1)).toContain("every building");
    expect(more(5)).toContain("every square of this kind");
    expect(more(12)).toContain("times the dice");
  });

  it("is about rent of ours, paid or received", () => {
    const rent = (seat: number, other: number) =>
      moment({}, { events: [{ type: "rent", seat, other, square: 1, amount: 2, clause: "" } as GameEvent] });
    expect(told("rent", rent(0, 1))).toBe("guide.rent-paid");
    expect(told("rent", rent(2, 0))).toBe("guide.rent-received");
    expect(told("rent", rent(2, 1))).toBeUndefined();
  });

  it("is about a whole group, and about the last deed that somebody else has", () => {
    expect(told("group", moment({ deeds: owned(ANN, 1, 3) }))).toBe("guide.group");
    expect(told("group", moment({ deeds: owned(ANN, 1) }))).toBeUndefined();
    expect(told("trade", moment({ deeds: { ...owned(ANN, 1), ...owned(1, 3) } }))).toBe("guide.trade-offer");
    expect(told("trade", moment({ deeds: owned(ANN, 1) }))).toBeUndefined();
    expect(told("trade", moment({ phase: "answer" }))).toBe("guide.trade-answer");
  });

  it("is about jail, and about building as soon as it is possible", () => {
    expect(told("jail", moment({ phase: "roll", players: players({ in_jail: true }) }))).toBe("guide.jail");
    expect(told("jail", moment({ phase: "roll" }))).toBeUndefined();
    expect(told("build", moment({}, { legal: [{ type: "build", square: 1 }] }))).toBe("guide.build");
    expect(told("build", moment({}))).toBeUndefined();
  });

  it("explains the first minute of the other ways", () => {
    const asked = moment({ phase: "buy" });
    expect(lessonFor(asked, [], "en", "box")?.lesson).toBe("box-throw");
    expect(lessonFor(asked, ["box-throw"], "en", "box")?.lesson).toBe("box-decide");
    const thrown = moment({ phase: "roll" }, { events: [{ type: "roll", seat: 0, clause: "" } as GameEvent] });
    expect(lessonFor(thrown, ["box-throw"], "en", "box")).toBeNull(); // first what a decision is
    expect(lessonFor(thrown, ["box-throw", "box-decide"], "en", "box")?.lesson).toBe("box-slip");
    expect(lessonFor(moment({ phase: "roll" }), ["box-throw", "box-decide"], "en", "box")).toBeNull();
    expect(lessonFor(asked, ["days-told"], "en", "days")?.lesson).toBe("days-orders");
  });
});
