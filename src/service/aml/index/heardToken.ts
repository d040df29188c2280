import type { Heard } from '../match/Heard.ts';
import type { Columns } from './columns.ts';

/** How a listed part sounds, written into `heard`: it is asked for too often to make a new one. */
export function heardToken(columns: Columns, token: number, heard: Heard): void {
  const { tokenSoundStart, tokenSound, tokenLetters, tokenVowelless } = columns;
  heard.codes = tokenSound;
  heard.from = tokenSoundStart[token]!;
  heard.length = tokenSoundStart[token + 1]! - heard.from;
  heard.letters = tokenLetters[token]!;
  heard.vowelless = tokenVowelless[token] === 1;
}
