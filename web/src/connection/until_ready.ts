// Asks the coach until it is ready: compiling takes it a while after a server has started.

import { Refused } from "./api";

const ASK_AGAIN = 5_000; // milliseconds

/** Asks now, and again while the coach is getting ready. Returns what ends it: nothing is told and asked after that. */
export function untilReady<T>(
  ask: () => Promise<T>,
  told: (answer: T) => void,
  refused: (code: string) => void,
): () => void {
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  async function once(): Promise<void> {
    try {
      const answer = await ask();
      if (!ended) told(answer);
    } catch (error) {
      if (ended) return;
      const code = error instanceof Refused ? error.code : "trouble";
      refused(code);
      if (code === "coach-not-ready") timer = setTimeout(once, ASK_AGAIN);
    }
  }
  void once();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
