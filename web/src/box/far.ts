// Around a real box: letters that are read from three metres, as long as a page is shown on a screen of that size.

import "./far.css";

/** An effect. */
export function far(): () => void {
  const { classList } = document.documentElement;
  classList.add("far");
  return () => classList.remove("far");
}
