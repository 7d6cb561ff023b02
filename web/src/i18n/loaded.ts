// For tests: every language is loaded before the first one runs.

import { LANGUAGES, load, loadLater } from "./texts";

await Promise.all(LANGUAGES.map((lang) => load(lang).then(() => loadLater(lang))));
