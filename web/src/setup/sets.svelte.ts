// "Our rules": named sets of house rules that a family keeps in this browser and shares by a link.

import { MOST_RULES, type RuleSet } from "../route.svelte";
import { load, store } from "../storage/local";

const SHELF = "freehold.our-rules";
const MOST = 20;
export const LONGEST_SET = 40;

function read(): RuleSet[] {
  try {
    const found: unknown = JSON.parse(load(SHELF) ?? "[]");
    return Array.isArray(found) ? found.filter(isSet) : [];
  } catch {
    return []; // not ours
  }
}

const isSet = (found: unknown): found is RuleSet =>
  typeof found === "object" &&
  found !== null &&
  "name" in found &&
  typeof found.name === "string" &&
  "rules" in found &&
  Array.isArray(found.rules) &&
  found.rules.every((rule) => typeof rule === "string");

/** Other windows keep sets too: a change is one of what is kept by now. */
class Sets {
  all = $state.raw<readonly RuleSet[]>(read());

  /** Keep a set; one of the same name is replaced. */
  save(name: string, rules: readonly string[]): void {
    const set = { name: name.trim().slice(0, LONGEST_SET), rules: rules.slice(0, MOST_RULES) };
    if (set.name) this.write([set, ...read().filter((other) => other.name !== set.name)].slice(0, MOST));
  }

  forget(name: string): void {
    this.write(read().filter((other) => other.name !== name));
  }

  private write(sets: readonly RuleSet[]): void {
    this.all = sets;
    store(SHELF, JSON.stringify(sets));
  }
}

export const sets = new Sets();
