// The apostrophe as printers set it. The rulebooks, editions and sentences come with the straight one.

export const curled = (words: string): string => words.replace(/([\p{L}\d}\]])'/gu, "$1’");
