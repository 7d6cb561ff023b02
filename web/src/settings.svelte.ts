// What the reader set for this browser: sound and motion. Motion is off where the system asks for less of it.

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

  /** Whether things may move. */
  get moves(): boolean {
    return this.motion && !this.calm.matches;
  }

  keep(change: Partial<Kept>): void {
    Object.assign(this, change);
    try {
      localStorage.setItem(SHELF, JSON.stringify({ sound: this.sound, motion: this.motion }));
    } catch {
      // a browser that keeps nothing
    }
  }
}

export const settings = new Settings();
