/**
 * A pseudo-random generator: numbers from 0 to below 1, the same for the same seed (mulberry32, Tommy Ettinger, public
 * domain).
 */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A class of spellings: one way to alter a listed name. Returns `null` if the class does not apply to a name. */
export interface Alteration {
  code: string;
  /** Description for the reader of the report. */
  text: string;
  apply(name: string, next: () => number): string | null;
}

/** The classes of spellings that recall is measured for, in the order of the report. */
export const alterations: readonly Alteration[] = [
  { code: 'as_listed', text: 'As listed', apply: (name) => name },
  { code: 'other_order', text: 'Parts in a different order', apply: rotated },
  { code: 'letter_missing', text: 'One letter missing', apply: (name, next) => edited(name, next, () => '') },
  {
    code: 'letter_doubled',
    text: 'One letter doubled',
    apply: (name, next) => edited(name, next, (letter) => letter + letter),
  },
  { code: 'letter_replaced', text: 'One letter replaced', apply: replaced },
  { code: 'letters_swapped', text: 'Two neighbouring letters swapped', apply: swapped },
  { code: 'marks_missing', text: 'Accents and marks left out', apply: unmarked },
  { code: 'written_together', text: 'Two parts written together', apply: joined },
  { code: 'middle_missing', text: 'A middle part left out', apply: withoutMiddle },
  { code: 'middle_initial', text: 'A middle part as its initial', apply: withInitial },
];

function partsOf(name: string): string[] {
  return name.replaceAll(',', ' ').split(/\s+/).filter(Boolean);
}

/** Moves the last part to the front, as in registers. */
function rotated(name: string): string | null {
  const parts = partsOf(name);
  return parts.length < 2 ? null : [parts.at(-1), ...parts.slice(0, -1)].join(' ');
}

/** Changes one letter within a part of four letters or more, except for its first letter. */
function edited(name: string, next: () => number, change: (letter: string) => string): string | null {
  const parts = partsOf(name).map((part) => [...part]);
  const long = parts.filter((part) => part.length >= 4);
  const part = long[Math.floor(next() * long.length)];
  if (!part) return null;
  const at = 1 + Math.floor(next() * (part.length - 1));
  if (!/\p{L}/u.test(part[at]!)) return null;
  part[at] = change(part[at]!);
  return parts.map((letters) => letters.join('')).join(' ');
}

/** Replaces a letter by another letter of the same name, so that the script stays the same. */
function replaced(name: string, next: () => number): string | null {
  const letters = [...name.toLowerCase()].filter((letter) => /\p{L}/u.test(letter));
  return edited(name, next, (letter) => {
    const others = letters.filter((other) => other !== letter.toLowerCase());
    const other = others[Math.floor(next() * others.length)] ?? letter;
    return letter === letter.toLowerCase() ? other : other.toUpperCase();
  });
}

function swapped(name: string, next: () => number): string | null {
  const parts = partsOf(name).map((part) => [...part]);
  const long = parts.filter((part) => part.length >= 4);
  const part = long[Math.floor(next() * long.length)];
  if (!part) return null;
  const at = 1 + Math.floor(next() * (part.length - 2));
  const [left, right] = [part[at]!, part[at + 1]!];
  if (left === right || !/^\p{L}\p{L}$/u.test(left + right)) return null;
  [part[at], part[at + 1]] = [right, left];
  return parts.map((letters) => letters.join('')).join(' ');
}

function unmarked(name: string): string | null {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC');
  return plain === name ? null : plain;
}

function joined(name: string): string | null {
  const [first, second, ...rest] = partsOf(name);
  return first && second ? [first + second.toLowerCase(), ...rest].join(' ') : null;
}

function withoutMiddle(name: string): string | null {
  const parts = partsOf(name);
  return parts.length < 3 ? null : [parts[0], ...parts.slice(2)].join(' ');
}

function withInitial(name: string): string | null {
  const parts = partsOf(name);
  const initial = [...(parts[1] ?? '')][0];
  return parts.length < 3 || !initial ? null : [parts[0], initial, ...parts.slice(2)].join(' ');
}
