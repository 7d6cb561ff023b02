// Whether the screen has room for the question inside the board: a laptop or larger.

import { MediaQuery } from "svelte/reactivity";

export const wide = new MediaQuery("(min-width: 64rem) and (min-aspect-ratio: 1/1)");
