import { describe, expect, it } from "vitest";
import type { Choices } from "../game/choices";
import type { Action } from "../types";
import { automatic, isOpen } from "./auto";

const choices = (decisions: Action[], more: Partial<Choices> = {}): Choices => ({
  decisions,
  claims: [],
  buttons: [],
  estate: [],
  offers: [],
  ...more,
});
const all = { autoRoll: true, autoEnd: true };

describe("what is answered without asking", () => {
  it("is nothing, unless wished for", () => {
    const none = { autoRoll: false, autoEnd: false };
    expect(automatic(choices([{ type: "roll" }]), none)).toBeNull();
    expect(automatic(choices([{ type: "end_turn" }]), none)).toBeNull();
  });

  it("is a throw that is the only answer", () => {
    expect(automatic(choices([{ type: "roll" }]), all)).toEqual({ type: "roll" });
    expect(automatic(choices([{ type: "roll" }, { type: "pay_fine" }]), all)).toBeNull();
    expect(automatic(choices([{ type: "buy" }]), all)).toBeNull();
  });

  it("is the end of a turn with nothing to build, redeem or claim", () => {
    const end: Action[] = [{ type: "end_turn" }];
    expect(automatic(choices(end, { estate: [{ type: "mortgage", square: 1 }] }), all)).toEqual({ type: "end_turn" });
    expect(automatic(choices(end, { estate: [{ type: "build", square: 1 }] }), all)).toBeNull();
    expect(automatic(choices(end, { estate: [{ type: "redeem", square: 1 }] }), all)).toBeNull();
    expect(automatic(choices(end, { claims: [{ type: "claim", square: 1 }] }), all)).toBeNull();
  });
});

describe("what is asked on a phone around a real box", () => {
  it("is a decision, and neither a throw nor an end with nothing left to do", () => {
    expect(isOpen(choices([{ type: "roll" }]))).toBe(false);
    expect(isOpen(choices([{ type: "roll" }, { type: "pay_fine" }]))).toBe(true);
    expect(isOpen(choices([{ type: "buy" }, { type: "decline" }]))).toBe(true);
    expect(isOpen(choices([{ type: "end_turn" }]))).toBe(false);
    expect(isOpen(choices([{ type: "end_turn" }], { estate: [{ type: "build", square: 1 }] }))).toBe(true);
  });

  it("is a debt for which money has to be raised first", () => {
    expect(isOpen(choices([], { estate: [{ type: "mortgage", square: 5 }] }))).toBe(true);
    expect(isOpen(choices([{ type: "pay" }]))).toBe(true);
    expect(isOpen(choices([]))).toBe(false); // what may be done is not known yet
  });
});
