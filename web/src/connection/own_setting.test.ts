// Settings that only their owner sees: quick changes, lost messages and refusals.

import { beforeEach, expect, test } from "vitest";
import type { ClientMessage } from "../generated/messages";
import { OwnSetting } from "./own_setting.svelte";

type Claims = { seat: number; claim: boolean; leave: boolean };
const AT_FIRST: Claims = { seat: 1, claim: false, leave: false };

let sent: ClientMessage[];
let setting: OwnSetting<Claims>;

const asking = (seat: number): ClientMessage => ({ type: "ask_orders", seat });
const change = (wish: Partial<Claims>): void => {
  const now = { ...(setting.of(1) ?? AT_FIRST), ...wish };
  setting.change(now, { type: "orders", seat: 1, orders: { claim: now.claim, leave_jail: now.leave } });
};

beforeEach(() => {
  sent = [];
  setting = new OwnSetting((message) => sent.push(message));
  setting.ask(asking(1));
  setting.answer(AT_FIRST);
});

test("it is that of one seat", () => {
  expect(setting.of(1)).toEqual(AT_FIRST);
  expect(setting.of(0)).toBeUndefined();
});

test("two changes before an answer are both kept", () => {
  change({ claim: true });
  change({ leave: true });
  expect(sent.at(-1)).toEqual({ type: "orders", seat: 1, orders: { claim: true, leave_jail: true } });
  setting.answer({ ...AT_FIRST, claim: true }); // the first one's
  expect(setting.of(1)).toEqual({ seat: 1, claim: true, leave: true });
  setting.answer({ ...AT_FIRST, claim: true, leave: true });
  expect(setting.of(1)).toEqual({ seat: 1, claim: true, leave: true });
});

test("another device's change is seen once nothing is under way", () => {
  setting.ask(asking(1));
  setting.answer({ ...AT_FIRST, leave: true });
  expect(setting.of(1)).toEqual({ ...AT_FIRST, leave: true });
});

test("what was lost is sent again, whole and once", () => {
  change({ claim: true });
  change({ leave: true });
  setting.again();
  expect(sent.slice(3)).toEqual([{ type: "orders", seat: 1, orders: { claim: true, leave_jail: true } }]);
  setting.answer({ ...AT_FIRST, claim: true, leave: true });
  setting.again();
  expect(sent).toHaveLength(4);
});

test("after a refusal the page shows what the server has", () => {
  change({ claim: true });
  setting.refused(asking);
  expect(sent.at(-1)).toEqual(asking(1));
  setting.answer(AT_FIRST);
  expect(setting.of(1)).toEqual(AT_FIRST);
  setting.refused(asking); // of something else
  expect(sent).toHaveLength(3);
});

test("what was lost is sent again of each type", () => {
  const hook: ClientMessage = {
    type: "hook",
    seat: 1,
    kind: "ntfy",
    url: "https://ntfy.example/t",
    page: "",
    language: "en",
  };
  setting.ask(hook);
  change({ claim: true });
  change({ leave: true });
  const last = sent.at(-1);
  setting.answer(AT_FIRST); // the first change was refused because it came too fast, and this answers a later one
  setting.again();
  expect(sent.slice(4)).toEqual([hook, last]);
  setting.answer({ ...AT_FIRST, claim: true });
  expect(setting.of(1)).toEqual({ seat: 1, claim: true, leave: true });
});
