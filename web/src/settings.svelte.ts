// Settings of this browser: sound, motion, the bots' pace, and what is done without asking. Motion is off if the system
// prefers reduced motion.

import type { TableInfo } from "./generated/messages";

const SHELF = "freehold.settings";

export type Pace = TableInfo["pace"];
type Kept = {
  sound: boolean;
  motion: boolean;
  /** The wished pace; null: the table's own. */
  pace: Pace | null;
  autoRoll: boolean;
  autoEnd: boolean;
  /** Whether to be notified of one's turn while the window is hidden. */
  notify: boolean;
  /** Whether to show everybody's chances, where the coach is allowed. */
  coach: boolean;
  /** Whether bots say something now and then. */
  talk: boolean;
  /** Whether squares have their names in the reader's language also where a table has one for all. */
  ownNames: boolean;
};

const USUAL: Kept = {
  sound: true,
  motion: true,
  pace: null,
  autoRoll: false,
  autoEnd: false,
  notify: false,
  coach: false,
  talk: true,
  ownNames: false,
};

function read(): Kept {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(SHELF) ?? "{}") as Partial<Kept>) };
  } catch {
    return USUAL;
  }
}

class Settings implements Kept {
  sound = $state(USUAL.sound);
  motion = $state(USUAL.motion);
  pace = $state<Pace | null>(USUAL.pace);
  autoRoll = $state(USUAL.autoRoll);
  autoEnd = $state(USUAL.autoEnd);
  notify = $state(USUAL.notify);
  coach = $state(USUAL.coach);
  talk = $state(USUAL.talk);
  ownNames = $state(USUAL.ownNames);
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)");

  constructor() {
    Object.assign(this, read());
  }

  /** Whether animations are on. */
  get moves(): boolean {
    return this.motion && !this.calm.matches;
  }

  /** How fast this browser animates. */
  get tempo(): Pace {
    return this.pace ?? "normal";
  }

  /** Other windows keep settings too: what they have changed stays. */
  keep(change: Partial<Kept>): void {
    Object.assign(this, change);
    try {
      localStorage.setItem(SHELF, JSON.stringify({ ...read(), ...change }));
    } catch {
      // storage is not available
    }
  }
}

export const settings = new Settings();
