import data from './countedParts.json' with { type: 'json' };
import type { NamePart } from './namePart.ts';

/**
 * A part of a name with the number of entries that have it, of some 18,000 entries of sanctions lists that were counted once.
 */
export interface CountedPart {
  part: NamePart;
  carriers: number;
}

/** The parts that several of the counted entries have. Any other part counts as one of a single entry. */
export const countedParts: readonly CountedPart[] = data.classes.flatMap(({ count, parts }) =>
  parts.split(' ').map((written) => ({ part: partOf(written), carriers: count })),
);

/** A part by its key in the table. */
function partOf(written: string): NamePart {
  const text = /^[a-z0-9]+/.exec(written)![0];
  const signs = written.slice(text.length);
  return {
    text,
    vowelless: signs.includes('-'),
    minor: signs.includes('~'),
    syllable: signs.includes('.') ? 'latin' : null,
    cut: false,
  };
}
