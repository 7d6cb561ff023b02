// Typographic apostrophes. The rulebook, editions and sentences contain straight ones.

export const curled = (words: string): string => words.replace(/([\p{L}\d}\]])'/gu, "$1’");
