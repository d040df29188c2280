import { patterns } from './pdf417Patterns.ts';

/**
 * A PDF417 symbol (ISO/IEC 15438) of bytes, in the mode for bytes.
 * @returns rows of modules, true is dark; a row is to be drawn three modules high.
 */
export function pdf417(bytes: Uint8Array, columns = 8): boolean[][] {
  const words = byteWords(bytes);
  const rows = Math.max(3, Math.ceil((words.length + 1 + CORRECTIONS) / columns));
  const length = rows * columns - CORRECTIONS;
  while (words.length + 1 < length) words.push(PAD);
  const data = [length, ...words];
  data.push(...corrections(data, CORRECTIONS));
  return Array.from({ length: rows }, (_, row) => {
    const cells = data.slice(row * columns, (row + 1) * columns);
    return rowOf([...cells], row, { rows, columns });
  });
}

/** The level of correction: 2 to the power of (level + 1) words. */
const LEVEL = 4;
const CORRECTIONS = 2 ** (LEVEL + 1);
const PAD = 900;
const BYTES = 901;
const BYTES_BY_SIX = 924;

/** Six bytes are five words of base 900. */
function byteWords(bytes: Uint8Array): number[] {
  const words = [bytes.length % 6 === 0 ? BYTES_BY_SIX : BYTES];
  const whole = bytes.length - (bytes.length % 6);
  for (let at = 0; at < whole; at += 6) {
    let value = bytes.subarray(at, at + 6).reduce((sum, byte) => sum * 256 + byte, 0);
    const five: number[] = [];
    for (let i = 0; i < 5; i++, value = Math.floor(value / 900)) five.unshift(value % 900);
    words.push(...five);
  }
  words.push(...bytes.subarray(whole));
  return words;
}

/** Words of a Reed-Solomon code over the field of 929, whose generator is 3. */
function corrections(data: number[], count: number): number[] {
  let factors = [1];
  for (let i = 1, root = 1; i <= count; i++) {
    root = (root * 3) % PRIME;
    const next = [...factors, 0];
    factors.forEach((factor, k) => {
      next[k + 1] = (next[k + 1]! + (PRIME - root) * factor) % PRIME;
    });
    factors = next;
  }
  const rest = new Array<number>(count).fill(0);
  for (const word of data) {
    const first = (word + rest[0]!) % PRIME;
    for (let k = 0; k < count; k++)
      rest[k] = ((rest[k + 1] ?? 0) + (PRIME - ((first * factors[k + 1]!) % PRIME))) % PRIME;
  }
  return rest.map((word) => (PRIME - word) % PRIME);
}

const PRIME = 929;

/** One row between its two indicators, which say how large the symbol is and how it is corrected. */
function rowOf(
  cells: number[],
  row: number,
  { rows, columns }: { rows: number; columns: number },
): boolean[] {
  const cluster = row % 3;
  const facts = [Math.floor((rows - 1) / 3), 3 * LEVEL + ((rows - 1) % 3), columns - 1];
  const indicator = (turn: number) => 30 * Math.floor(row / 3) + facts[(cluster + turn) % 3]!;
  return [
    START,
    ...[indicator(0), ...cells, indicator(2)].map((word) => patternOf(cluster, word)),
    STOP,
  ].flatMap((pattern) => [...pattern].map((bit) => bit === '1'));
}

const START = '11111111010101000';
const STOP = '111111101000101001';

/** The seventeen modules of a word: the first is dark, the last light. */
function patternOf(cluster: number, word: number): string {
  let bits = 0;
  for (const letter of patterns[cluster]!.slice(3 * word, 3 * word + 3))
    bits = bits * 64 + LETTERS.indexOf(letter);
  return `1${bits.toString(2).padStart(15, '0')}0`;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
