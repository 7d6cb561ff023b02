// The theme of an edition: its own, or the classic one. The colours are in the style sheets.

import "./classic.css";
import "./classic-dark.css";
import "./disney-parks.css";
import "./game-of-thrones.css";
import "./spider-man.css";
import "./star-wars-1.css";
import "./star-wars-2.css";

/** The title font of each theme; loaded only when such a title is shown. */
const DISPLAY: Record<string, string> = {
  classic: '"Josefin Sans", Archivo, sans-serif',
  "star-wars-1": "Righteous, Archivo, sans-serif",
  "star-wars-2": "Orbitron, Archivo, sans-serif",
  "spider-man": 'Bangers, "Archivo Narrow", sans-serif',
  "disney-parks": '"Berkshire Swash", serif',
  "game-of-thrones": "Cinzel, serif",
};

/** The theme of an edition; user-made editions use the classic one. */
export const themeOf = (edition: string): string => (edition in DISPLAY ? edition : "classic");

export const displayOf = (edition: string): string => DISPLAY[themeOf(edition)] ?? "serif";

/** Apply a theme to the page. */
export function applyTheme(edition: string): void {
  document.documentElement.dataset["theme"] = themeOf(edition);
}
