import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';

/** The fonts of a folder. Each is opened when a letter first needs it: most reports need two or three. */
export class FontSet {
  readonly #folder: string;
  readonly #entries: FontIndex;
  readonly #opened = new Map<string, Font>();

  /** @throws if the folder contains no fonts. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#entries = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as FontIndex;
  }

  /** The first font that covers all the letters; `null` if there is none. */
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
    const opened = this.#opened.get(file);
    if (opened) return opened;
    const font = openFont(join(this.#folder, file), file.replace('.woff', ''));
    this.#opened.set(file, font);
    return font;
  }
}

function mayHave({ ranges }: FontEntry, code: number): boolean {
  return ranges.some(([first, last]) => code >= first && code <= last);
}

/** Joiners, direction marks and variation selectors, which have no glyph. */
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
 * @param name distinguishes it from other files of its family, which have the same internal name.
 */
function openFont(path: string, name: string): Font {
  const font = create(readFileSync(path)) as Font;
  Object.defineProperty(font, 'postscriptName', { value: name });
  const { _layoutEngine: layout } = font as unknown as {
    _layoutEngine: { engine?: { GPOSProcessor?: Anchors } };
  };
  const anchors = layout.engine?.GPOSProcessor;
  // fontkit 2.0.4 throws if a letter has no anchor for a mark, as in Gurmukhi; OpenType leaves such a mark unmoved.
  // Remove this once fontkit tests for null: https://learn.microsoft.com/typography/opentype/spec/gpos#anchor-table
  const apply = anchors?.applyAnchor.bind(anchors);
  if (anchors && apply)
    anchors.applyAnchor = (mark, base, index) => (base ? apply(mark, base, index) : undefined);
  return font;
}

/** The fonts of reports, in order of precedence. */
export type FontIndex = FontEntry[];

export interface FontEntry {
  /** File name in the folder. */
  file: string;
  isBold: boolean;
  /** The ranges of code points that it may contain, both ends inclusive. */
  ranges: [first: number, last: number][];
}
