// Loads the faces of fonts.css before anything is laid out: the names on the board are measured in them.

import "./fonts.css";

const FACES = ['16px "Archivo"', '600 16px "Archivo Narrow"'];
const LETTERS = " \u202f✓"; // one of each file
const PATIENCE = 3000; // milliseconds; on a slower line the page opens with the faces that stand in for them

const late = new Promise<void>((done) => setTimeout(done, PATIENCE));
const loaded = Promise.allSettled(FACES.map((face) => document.fonts.load(face, LETTERS)));

export const ready: Promise<unknown> = Promise.race([loaded, late]);
