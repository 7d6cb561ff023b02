// All sentences about the game: events, actions, refusals and bots.
// They are chosen by the same rules as in src/freehold/sentences, from the same texts; say.test.ts checks it.

export { botName, botSentence, replySentence } from "./bots";
export { eventSentence } from "./events";
export { actionLabel, phasePrompt } from "./labels";
export { buildingName, cardText, grouped, money, squareName } from "./money";
export { refusalSentence } from "./refusals";
export { small } from "./texts";
export { listed, person, quoted } from "./values";
