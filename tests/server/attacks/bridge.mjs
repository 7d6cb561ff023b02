// The client's part in the dice (web/src/fairness) under Node, for attacks that Python runs: one JSON message a line.

import { createHash } from "node:crypto";
import { registerHooks } from "node:module";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

registerHooks({
  resolve(specifier, context, next) {
    const bare = specifier.startsWith(".") && !/\.(ts|js|json|mjs)$/.test(specifier);
    return next(bare ? `${specifier}.ts` : specifier, context);
  },
});

const stored = new Map();
globalThis.localStorage = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, value) => stored.set(key, String(value)),
  removeItem: (key) => stored.delete(key),
  key: (at) => [...stored.keys()][at] ?? null,
  get length() {
    return stored.size;
  },
};

// Seeded, so that every run of an attack is the same.
let seed = "";
let drawn = 0;
const getRandomValues = (into) => {
  for (let at = 0; at < into.length; at += 32)
    into.set(createHash("sha256").update(`${seed} ${drawn++}`).digest().subarray(0, into.length - at), at);
  return into;
};
Object.defineProperty(globalThis, "crypto", { value: { getRandomValues } });

const source = (name) => pathToFileURL(`${process.argv[2]}/src/fairness/${name}.ts`).href;
const { Dice, shelf } = await import(source("dice"));
const { prove } = await import(source("proof"));

let dice;
const hear = {
  new: ({ id, seed: next }) => {
    stored.clear();
    [seed, drawn] = [next, 0];
    dice = new Dice(id);
  },
  welcome: (told) => dice.arrive(told),
  table: ({ table }) => dice.table(table),
  begun: (told) => dice.begun(told),
  told: ({ past }) => dice.told(past),
  asking: (told) => dice.answer(told),
  state: () => ({ faults: dice.faults.map(({ code }) => code), ...dice.missing }),
  prove: async ({ id, log, edition }) => {
    try {
      const { finding, incomplete, signed } = await prove(log, edition, () => undefined, id ? shelf(id) : {});
      return { finding, incomplete, signed };
    } catch (error) {
      return { finding: { code: String(error) }, incomplete: 0, signed: "none" };
    }
  },
};

for await (const line of readline.createInterface({ input: process.stdin })) {
  let said = [];
  for (const message of JSON.parse(line)) {
    const answer = (await hear[message.type](message)) ?? [];
    said = Array.isArray(answer) ? [...said, ...answer] : answer;
  }
  console.log(JSON.stringify(said));
}
