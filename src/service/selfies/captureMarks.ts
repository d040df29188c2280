import { mirroredPrint, momentLook, momentPrint, printDistance } from '../../vision/index.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { CaptureLooks } from './examiner.ts';

/** A print closer than this to the previous one shows the same moment of a still face. */
const SAME_MOMENT = 0.02;
/** Number of bands of a print. A capture with an equal band is a candidate. */
const BANDS = 3;
/** Number of the least certain bits of a band for which the search tries both values. */
const UNCERTAIN_BITS = 3;

/** Gives the fingerprint of a text. */
export type Marker = (text: string) => bigint;

/** The fingerprints that are stored: one for each file that is not uniform, and some for each moment. */
export function storedMarks(files: readonly Uint8Array[], looks: CaptureLooks, mark: Marker): bigint[] {
  return [...fileMarks(files, looks, mark), ...marksOf(printsOf(looks), mark, storedBands)];
}

/** The fingerprints that are looked for: of its moments also those nearly as likely, and those of the mirrored film. */
export function probedMarks(files: readonly Uint8Array[], looks: CaptureLooks, mark: Marker): bigint[] {
  const prints = printsOf(looks);
  const both = [...prints, ...prints.map(mirroredPrint)];
  return [...fileMarks(files, looks, mark), ...marksOf(both, mark, probedBands)];
}

/** Negative, to be told from those of moments. */
function fileMarks(files: readonly Uint8Array[], { grids }: CaptureLooks, mark: Marker): bigint[] {
  const distinct = files.filter((_, index) => grids[index] !== null);
  return distinct.map((file) => -1n - mark(`file ${sha256(file)}`));
}

/** The prints of the moments that differ from the one before. */
function printsOf({ grids }: CaptureLooks): Float32Array[] {
  const prints: Float32Array[] = [];
  for (const grid of grids) {
    const print = grid && momentPrint(momentLook(grid));
    if (print && (prints.length === 0 || printDistance(prints.at(-1)!, print) >= SAME_MOMENT))
      prints.push(print);
  }
  return prints;
}

function marksOf(
  prints: readonly Float32Array[],
  mark: Marker,
  bandsOf: (values: number[]) => string[],
): bigint[] {
  const bands = prints.flatMap((print) =>
    Array.from({ length: BANDS }, (_, band) =>
      bandsOf([...print].filter((_, index) => index % BANDS === band)).map((bits) => `look ${band} ${bits}`),
    ).flat(),
  );
  return [...new Set(bands)].map(mark);
}

/** The signs of a band. */
function storedBands(values: readonly number[]): string[] {
  return [signsOf(values).join('')];
}

/** The signs of a band, also with the least certain ones flipped. */
function probedBands(values: readonly number[]): string[] {
  const signs = signsOf(values);
  const uncertain = [...values.keys()]
    .sort((one, other) => Math.abs(values[one]!) - Math.abs(values[other]!))
    .slice(0, UNCERTAIN_BITS);
  return Array.from({ length: 2 ** uncertain.length }, (_, flips) => {
    const flipped = [...signs];
    for (const [bit, at] of uncertain.entries()) if (flips & (1 << bit)) flipped[at] = 1 - signs[at]!;
    return flipped.join('');
  });
}

function signsOf(values: readonly number[]): number[] {
  return values.map((value) => (value >= 0 ? 1 : 0));
}
