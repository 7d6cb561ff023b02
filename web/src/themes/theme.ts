// Which look an edition has: a theme of its own, or the classic one. The colours themselves are in the style sheets.

import "./classic.css";
import "./disney-parks.css";
import "./game-of-thrones.css";
import "./spider-man.css";
import "./star-wars-1.css";
import "./star-wars-2.css";

/** The face of each theme's titles; its file is fetched only where such a title is shown. */
const DISPLAY: Record<string, string> = {
  classic: '"Josefin Sans", Futura, "Century Gothic", sans-serif',
  "star-wars-1": 'Righteous, "Trebuchet MS", sans-serif',
  "star-wars-2": 'Orbitron, "Bahnschrift", "Trebuchet MS", sans-serif',
  "spider-man": 'Bangers, Impact, "Arial Narrow", sans-serif',
  "disney-parks": '"Berkshire Swash", "Palatino Linotype", Georgia, serif',
  "game-of-thrones": 'Cinzel, "Palatino Linotype", Georgia, serif',
};

export const THEMES = Object.keys(DISPLAY);

/** The theme of an edition; one that somebody wrote looks like the classic board. */
export const themeOf = (edition: string): string => (edition in DISPLAY ? edition : "classic");

export const displayOf = (edition: string): string => DISPLAY[themeOf(edition)] ?? "serif";

/** Dress the whole page. */
export function applyTheme(edition: string): void {
  document.documentElement.dataset["theme"] = themeOf(edition);
}
