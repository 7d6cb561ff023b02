// All sentences of the client about the game: what happened, what may be done, why not, and who plays.
// They are chosen here by the same rules as in src/freehold/say, from the same texts; say.test.ts proves it.

export { botName, botSentence, replySentence } from "./bots";
export { eventSentence } from "./events";
export { actionLabel, phasePrompt } from "./labels";
export { buildingName, money, squareName } from "./money";
export { refusalSentence } from "./refusals";
export { small } from "./texts";
export { listed, person, quoted } from "./values";
