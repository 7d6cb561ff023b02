// Questions to the coach, where the connection is lost or another question overtakes them.

import { expect, test } from "vitest";
import type { AskCoach, ClientMessage, Coached } from "../generated/messages";
import { CoachTalk } from "./advice";

function talk(connected = true): [CoachTalk, AskCoach[]] {
  const sent: AskCoach[] = [];
  return [new CoachTalk((asked: ClientMessage) => connected && sent.push(asked as AskCoach) > 0), sent];
}

const told = (id: number, chances: number[]): Coached =>
  ({ type: "coached", seat: 0, id, number: 0, answer: { chances, margins: [] } }) as Coached;

test("a question that was lost is asked again, and answered once", async () => {
  const [coach, sent] = talk();
  const answer = coach.ask(0, "hint");
  coach.again();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  coach.answer(told(1, [1]));
  coach.answer(told(1, [2]));
  await expect(answer).resolves.toMatchObject({ chances: [1] });
  coach.again();
  expect(sent).toHaveLength(2);
});

test("a question is overtaken by a newer one of its kind alone", async () => {
  const [coach] = talk();
  const [first, price] = [coach.ask(0, "hint"), coach.ask(0, "price")];
  const second = coach.ask(0, "hint");
  await expect(first).resolves.toBeNull();
  coach.answer(told(2, [2]));
  coach.answer(told(3, [3]));
  await expect(Promise.all([price, second])).resolves.toMatchObject([{ chances: [2] }, { chances: [3] }]);
});

test("without a connection there is no answer", async () => {
  const [coach] = talk(false);
  await expect(coach.ask(0, "hint")).resolves.toBeNull();
});
