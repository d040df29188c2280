import type { Evidence } from '../../../src/document/read/decodeZone.ts';
import { ALPHABET, CLASSES } from '../../../src/document/read/strip.ts';

/** Log probabilities of what may stand at some places of one line. */
export type Unsure = Record<number, Record<string, number>>;

const SURE = -9;

/** What a network sees that is sure of every character, but for some places of the lines. */
export function evidenceOf(lines: readonly string[], unsure: Record<number, Unsure> = {}): Evidence {
  const seen = lines.map((line, row) => {
    const evidence = new Float32Array(line.length * CLASSES).fill(SURE);
    [...line].forEach((character, at) => {
      const found = unsure[row]?.[at] ?? { [character]: 0 };
      for (const [each, value] of Object.entries(found))
        evidence[at * CLASSES + ALPHABET.indexOf(each)] = value;
    });
    return evidence;
  });
  return { count: lines[0]!.length, lines: seen, weight: 1 };
}
