import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';

/** The fonts of a folder, each opened with the first letter that asks for it: most reports need two or three. */
export class FontSet {
  readonly #folder: string;
  readonly #entries: FontIndex;
  readonly #opened = new Map<string, Font>();

  /** @throws if the folder holds no fonts. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#entries = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as FontIndex;
  }

  /** The first font that covers all the letters; `null` if none does. */
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

interface Anchors {
  applyAnchor(mark: unknown, base: unknown, index: number): void;
}

/**
 * Opens a font.
 * @param name tells it from the other parts of its family, which call themselves the same.
 */
function openFont(path: string, name: string): Font {
  const font = create(readFileSync(path)) as Font;
  Object.defineProperty(font, 'postscriptName', { value: name });
  const { _layoutEngine: layout } = font as unknown as {
    _layoutEngine: { engine?: { GPOSProcessor?: Anchors } };
  };
  const anchors = layout.engine?.GPOSProcessor;
  // fontkit 2.0.4 throws where a letter has no place for a mark, as in Gurmukhi; OpenType leaves such a mark where it is.
  // May go once it tests for null: https://learn.microsoft.com/typography/opentype/spec/gpos#anchor-table
  const apply = anchors?.applyAnchor.bind(anchors);
  if (anchors && apply)
    anchors.applyAnchor = (mark, base, index) => (base ? apply(mark, base, index) : undefined);
  return font;
}

/** The fonts that reports are written with, the first that has a letter before the others. */
export type FontIndex = FontEntry[];

export interface FontEntry {
  /** Its name in the folder. */
  file: string;
  isBold: boolean;
  /** The code points that it may have, each range with its first and its last one. */
  ranges: [first: number, last: number][];
}
