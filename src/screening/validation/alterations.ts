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
  { code: 'first_letter', text: 'First letter of a part replaced', apply: otherFirstLetter },
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

/** Replaces the first letter of a part of four letters or more by another letter of the same name. */
function otherFirstLetter(name: string, next: () => number): string | null {
  const parts = partsOf(name);
  const long = parts.flatMap((part, i) => ([...part].length >= 4 ? i : []));
  const at = long[Math.floor(next() * long.length)];
  if (at === undefined) return null;
  const [first, ...rest] = [...parts[at]!];
  const others = [...name.toLowerCase()].filter((one) => /\p{L}/u.test(one) && one !== first!.toLowerCase());
  const other = others[Math.floor(next() * others.length)];
  if (!other || !/\p{L}/u.test(first!)) return null;
  const letter = first === first!.toLowerCase() ? other : other.toUpperCase();
  return parts.with(at, `${letter}${rest.join('')}`).join(' ');
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

/** A wrong date of birth: one way in which a date that somebody typed differs from the listed day. */
export interface WrongDate {
  text: string;
  apply(day: string, next: () => number): string | null;
}

/** The wrong dates that recall of exact names is measured with, in the order of the report. */
export const wrongDates: readonly WrongDate[] = [
  { text: 'Day and month exchanged', apply: exchanged },
  { text: 'Last two digits of the year exchanged', apply: yearExchanged },
  { text: 'One year off', apply: (day) => yearsOff(day, 1) },
  { text: 'Eleven years off', apply: (day) => yearsOff(day, 11) },
  { text: '1900-01-01', apply: () => '1900-01-01' },
  { text: '1970-01-01', apply: () => '1970-01-01' },
  { text: 'Any other date', apply: (_, next) => anyDay(next) },
];

/** A random day of birth of an adult. */
export function anyDay(next: () => number): string {
  const [year, month, day] = [1940 + next() * 60, 1 + next() * 12, 1 + next() * 28].map(Math.floor);
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
}

function exchanged(date: string): string | null {
  const [year, month, day] = date.split('-');
  return Number(day) <= 12 && day !== month ? `${year}-${day}-${month}` : null;
}

function yearExchanged(date: string): string | null {
  const year = `${date.slice(0, 2)}${date[3]}${date[2]}`;
  return date[2] === date[3] || Number(year) > 2010 ? null : `${year}${date.slice(4)}`;
}

function yearsOff(date: string, years: number): string {
  return `${Number(date.slice(0, 4)) - years}${date.slice(4).replace('-02-29', '-02-28')}`;
}

/** The ways to write the name of a vessel that recall is measured with. */
export const vesselSpellings: readonly Alteration[] = [
  { code: 'as_listed', text: 'As listed', apply: (name) => name },
  { code: 'prefix_mv', text: 'With the prefix M/V', apply: (name) => `M/V ${withoutPrefix(name)}` },
  { code: 'prefix_mt', text: 'With the prefix MT', apply: (name) => `MT ${withoutPrefix(name)}` },
  { code: 'letter_missing', text: 'One letter missing', apply: (name, next) => edited(name, next, () => '') },
];

function withoutPrefix(name: string): string {
  return name.replace(/^(M\/?[VT]|S\/?S)\s+/i, '');
}
