// The stage may lag behind the table; the log follows the stage.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameEvent, View } from "../types";

vi.stubGlobal("matchMedia", () => ({ matches: false }));
const { Stage } = await import("./stage.svelte");
const { settings } = await import("../settings.svelte");

const at = (...squares: number[]): View =>
  ({ players: squares.map((square) => ({ square })), dice: null, flow: { force_face: null } }) as unknown as View;
const roll: GameEvent = { type: "roll", seat: 0, dice: [1, 2] } as GameEvent;
const move: GameEvent = { type: "move", seat: 0, square: 3 } as GameEvent;
const pay: GameEvent = { type: "tax", seat: 0, amount: 200 } as GameEvent;
const log = [roll, move, pay].map((event) => ({ number: 1, event }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the log tells a throw when the dice lie, a move when it begins, and the rest when it is done", async () => {
  const stage = new Stage();
  stage.jump(at(0), 0);
  stage.play([roll, move, pay], at(3), 1);
  expect(stage.throw?.rolling).toBe(true);
  expect(stage.shownOf(log)).toEqual([]);
  await vi.advanceTimersByTimeAsync(700);
  expect(stage.throw?.rolling).toBe(false);
  expect(stage.shownOf(log).map(({ event }) => event.type)).toEqual(["roll", "move"]);
  await vi.runAllTimersAsync();
  expect(stage.busy).toBe(false);
  expect(stage.places).toEqual([3]);
  expect(stage.shownOf(log)).toBe(log);
});

test("what moves nothing takes no time: who decides is not interrupted by it", () => {
  const stage = new Stage();
  stage.jump(at(0), 0);
  stage.play([pay], at(0), 1);
  expect(stage.busy).toBe(false);
  expect(stage.number).toBe(1);
});

test("who has seen enough sees how it stands", async () => {
  const stage = new Stage();
  stage.jump(at(0), 0);
  stage.play([roll, move], at(3), 1);
  stage.play([pay], at(3), 2);
  stage.hurry();
  await vi.runAllTimersAsync();
  expect([stage.number, stage.places, stage.busy]).toEqual([2, [3], false]);
});

test("when more happens than can be shown, the stage jumps to the end", async () => {
  const stage = new Stage();
  stage.jump(at(0), 0);
  for (let number = 1; number <= 8; number++) stage.play([roll, move], at(3), number);
  expect(stage.number).toBeGreaterThanOrEqual(6);
  await vi.runAllTimersAsync();
  expect([stage.number, stage.busy]).toEqual([8, false]);
});

test("the dice of a battle and of an attack tumble too, and their outcome is read when they lie", async () => {
  const battle = { type: "battle_won", seat: 0, square: 9, force: "light" } as GameEvent;
  const attack = { type: "attack_throw", seat: 0, other: 1, square: 9, red: 5, blue: 2 } as GameEvent;
  for (const [event, dice, force] of [
    [battle, [], "light"],
    [attack, [5, 2], null],
  ] as const) {
    const stage = new Stage();
    stage.jump(at(0), 0);
    stage.play([event], at(0), 1);
    expect(stage.throw).toMatchObject({ dice, force, rolling: true });
    expect(stage.shownOf([{ number: 1, event }])).toEqual([]);
    await vi.advanceTimersByTimeAsync(700);
    expect(stage.busy).toBe(true); // there is time to look
    await vi.runAllTimersAsync();
    expect(stage.throw).toMatchObject({ dice, force, rolling: false });
    expect(stage.busy).toBe(false);
  }
});

test("where nothing moves, a card lies on the board until something else happens", () => {
  const card = { type: "card", seat: 0, deck: "chance", card: "speeding" } as GameEvent;
  const stage = new Stage();
  settings.motion = false;
  try {
    stage.jump(at(0), 0);
    stage.play([roll, move, card], at(7), 1);
    expect([stage.busy, stage.card?.card]).toEqual([false, "speeding"]);
    stage.play([pay], at(7), 2);
    expect(stage.card).toBe(null);
  } finally {
    settings.motion = true;
  }
});

test("an attack is a contest of two dice, a battle one against a symbol; both are gone afterwards", async () => {
  const stage = new Stage();
  stage.jump(at(0, 0), 0);
  stage.play([{ type: "attack_throw", seat: 0, other: 1, red: 2, blue: 5 } as GameEvent], at(0, 0), 1);
  expect(stage.duel).toMatchObject({ seat: 0, other: 1, faces: [2, 5], rolling: true });
  await vi.advanceTimersByTimeAsync(700);
  expect(stage.duel).toMatchObject({ won: false, rolling: false });
  await vi.runAllTimersAsync();
  expect(stage.duel).toBeNull();
  const battle = { type: "battle", seat: 0, symbol: "dark" } as GameEvent;
  stage.play([battle, { type: "battle_won", seat: 0, force: "light" } as GameEvent], at(0, 0), 2);
  await vi.advanceTimersByTimeAsync(700);
  expect(stage.duel).toMatchObject({ other: null, symbol: "dark", faces: ["light"], won: true });
  await vi.runAllTimersAsync();
});

test("money that changes hands is shown with who pays whom", () => {
  const stage = new Stage();
  stage.jump(at(3, 0), 0);
  stage.play([{ type: "rent", seat: 0, other: 1, amount: 50 } as GameEvent], at(3, 0), 1);
  expect(stage.flash).toMatchObject({ square: 3, seat: 0, other: 1, amount: 50, gain: false });
  stage.play([{ type: "salary", seat: 1, other: "bank", amount: 200 } as GameEvent], at(3, 0), 2);
  expect(stage.flash).toMatchObject({ square: 0, seat: 1, other: null, gain: true });
  stage.play([{ type: "received", seat: 0, other: 1, amount: 10 } as GameEvent], at(3, 0), 3);
  expect(stage.flash).toMatchObject({ square: 3, seat: 0, other: 1, gain: true });
});

const forced: GameEvent = { type: "roll", seat: 0, dice: [1, 2], force: "light" } as GameEvent;
const battle: GameEvent = { type: "battle_won", seat: 0, force: "dark" } as GameEvent;
const lies = ({ throw: seen }: InstanceType<typeof Stage>) => seen && [seen.dice.join("-"), seen.force, seen.rolling];

test("who comes to the table sees the last throw of the log: its Force die, or that of a battle", () => {
  const stage = new Stage();
  stage.jump({ ...at(3), dice: [1, 2] }, 1);
  expect(lies(stage)).toEqual(["1-2", null, false]); // the view has forgotten it
  stage.recall([forced, move]);
  expect(lies(stage)).toEqual(["1-2", "light", false]);
  stage.recall([forced, move, battle, pay]);
  expect(lies(stage)).toEqual(["", "dark", false]);
});

test("who skips what moves sees the last throw of what was skipped", async () => {
  const stage = new Stage();
  stage.jump(at(0), 0);
  stage.play([roll, move], at(3), 1);
  stage.play([forced, move], at(6), 2);
  stage.hurry();
  await vi.runAllTimersAsync();
  expect(lies(stage)).toEqual(["1-2", "light", false]);
  stage.play([roll, move], at(9), 3);
  stage.hurry();
  await vi.runAllTimersAsync();
  expect(lies(stage)).toEqual(["1-2", null, false]);
});
