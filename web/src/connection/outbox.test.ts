// The action in flight, when others act at the same time or the connection is lost.

import { expect, test } from "vitest";
import type { ClientMessage } from "../generated/messages";
import { Outbox } from "./outbox.svelte";

type Act = Extract<ClientMessage, { type: "act" }>;

function outbox(): [Outbox, Act[]] {
  const sent: Act[] = [];
  return [new Outbox((asked) => sent.push(asked as Act) > 0), sent];
}

test("an action that is sent again has the number that is next then", () => {
  const [box, sent] = outbox();
  box.act(0, { type: "buy" }, 4);
  box.again(6);
  expect(sent.map(({ number }) => number)).toEqual([5, 7]);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
});

test("dice that were typed for one throw are never sent for another", () => {
  const [box, sent] = outbox();
  box.act(0, { type: "roll" }, 4, [2, 4]);
  box.again(6);
  expect(sent.map(({ number, chance }) => [number, chance])).toEqual([
    [5, [2, 4]],
    [5, [2, 4]],
  ]);
});
