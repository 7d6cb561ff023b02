// Settings of this browser: sound and motion. Motion is off if the system prefers reduced motion.

const SHELF = "freehold.settings";

type Kept = { sound: boolean; motion: boolean };

function read(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(SHELF) ?? "{}") as Partial<Kept>;
  } catch {
    return {};
  }
}

class Settings {
  sound = $state(true);
  motion = $state(true);
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)");

  constructor() {
    const kept = read();
    this.sound = kept.sound ?? true;
    this.motion = kept.motion ?? true;
  }

  /** Whether animations are on. */
  get moves(): boolean {
    return this.motion && !this.calm.matches;
  }

  keep(change: Partial<Kept>): void {
    Object.assign(this, change);
    try {
      localStorage.setItem(SHELF, JSON.stringify({ sound: this.sound, motion: this.motion }));
    } catch {
      // storage is not available
    }
  }
}

export const settings = new Settings();
