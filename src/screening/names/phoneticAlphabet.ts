/** The letters of a phonetic code, see `phoneticCode`; the place of each is its number in `letterCodes`. */
export const phoneticAlphabet = 'abcdefghijklmnopqrstuvwxyzSC';

/** The longest code that is compared. */
export const maxLetters = 64;

/** The number of any other letter. */
export const otherLetter = phoneticAlphabet.length;
