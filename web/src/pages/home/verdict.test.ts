import { expect, test } from "vitest";
import type { Report } from "../../generated/messages";
import { verdictSentence } from "./verdict";

const report = (verdict: Report["verdict"], more: Partial<Report> = {}): Report =>
  ({ entries: 90, finding: null, verdict, ...more }) as Report;

test("every verdict on a game file has a sentence", () => {
  const finding = { number: 4, code: "verify-changed", told: "", true: "" };
  expect(verdictSentence(report("failed", { finding }), "en")).toMatch(/^✗ .*4/);
  expect(verdictSentence(report("proved"), "en")).toMatch(/^✓ .*90/);
  expect(verdictSentence(report("partly", { incomplete: 3, draws: 20 }), "en")).toMatch(
    /^Incomplete: .* 3 of 20 draws/,
  );
  expect(verdictSentence(report("typed"), "en")).toMatch(/^Nothing to prove: .* 90 /);
  expect(verdictSentence(report("typed"), "fr")).toMatch(/^Rien à prouver/);
});
