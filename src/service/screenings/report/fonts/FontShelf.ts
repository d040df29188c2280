import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Font } from 'fontkit';
import type { FontEntry, FontIndex } from './FontIndex.ts';
import { openFont } from './openFont.ts';

/** The fonts of a folder, each opened with the first letter that asks for it: most reports need two or three. */
export class FontShelf {
  readonly #folder: string;
  readonly #entries: FontIndex;
  readonly #opened = new Map<string, Font>();

  /** @throws if the folder holds no fonts. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#entries = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as FontIndex;
  }

  /** The first font that has all of some letters; `null` if none does. */
  find(letters: string, { isBold }: { isBold: boolean }): Font | null {
    const codes = [...letters].map((letter) => letter.codePointAt(0)!).filter((code) => !isSilent(code));
    const weights = isBold ? [true, false] : [false];
    for (const weight of weights) {
      for (const entry of this.#entries) {
        if (entry.isBold !== weight || !codes.every((code) => mayHave(entry, code))) continue;
        const font = this.#open(entry.file);
        if (codes.every((code) => font.hasGlyphForCodePoint(code))) return font;
      }
    }
    return null;
  }

  #open(file: string): Font {
    const kept = this.#opened.get(file);
    if (kept) return kept;
    const font = openFont(join(this.#folder, file), file.replace('.woff', ''));
    this.#opened.set(file, font);
    return font;
  }
}

function mayHave({ ranges }: FontEntry, code: number): boolean {
  return ranges.some(([first, last]) => code >= first && code <= last);
}

/** Joiners, marks of direction and selectors of a variant, which have no shape of their own. */
function isSilent(code: number): boolean {
  return (code >= 0x200b && code <= 0x200f) || (code >= 0x202a && code <= 0x202e) || isSelector(code);
}

function isSelector(code: number): boolean {
  return (code >= 0xfe00 && code <= 0xfe0f) || code === 0xfeff || (code >= 0x2066 && code <= 0x2069);
}
