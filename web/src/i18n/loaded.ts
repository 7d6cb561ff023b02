// For tests: every language is loaded before the first one runs.

import { LANGUAGES, load } from "./texts";

await Promise.all(LANGUAGES.map(load));
