import type { Listed } from '../../../src/screening/lists/listed.ts';

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Invented people with names as unevenly spread as real ones: few parts are very common, most are rare.
 * @param parts real name parts to draw from besides the invented ones, the most common first
 */
export function* generatedPeople(count: number, seed: number, parts: string[] = []): Generator<Listed> {
  const next = random(seed);
  const givenNames = [...parts.slice(0, 4000), ...invented(next, 6000, 2)];
  const family = [...parts, ...invented(next, 120_000, 3)];
  const uneven = (names: string[]) => names[Math.floor(names.length * next() ** 3)]!;
  for (let i = 0; i < count; i++) {
    const middle = next() < 0.4 ? `${uneven(givenNames)} ` : '';
    const last = uneven(family);
    const name = `${uneven(givenNames)} ${middle}${last}`;
    const aliases =
      next() < 0.5
        ? []
        : [`${uneven(givenNames)} ${last}`, altered(name, next)].slice(0, next() < 0.3 ? 2 : 1);
    const day = new Date(Date.UTC(1935, 0, 1) + Math.floor(next() * 27_000) * 86_400_000);
    yield {
      id: `gen-${i}`,
      kind: 'person',
      topics: [next() < 0.5 ? 'role.pep' : 'sanction'],
      lists: ['generated'],
      names: [name, ...aliases].map((text, at) => ({ text, quality: at === 0 ? 'primary' : 'strong' })),
      birthDates: [day.toISOString().slice(0, next() < 0.8 ? 10 : 4)],
      countries: [['RU', 'IR', 'SY', 'MX', 'CN', 'GB', 'US', 'DE'][Math.floor(next() * 8)]!],
      sourceUrl: null,
    };
  }
}

/** A name with one letter dropped, doubled or exchanged. */
export function altered(name: string, next: () => number): string {
  const at = 1 + Math.floor(next() * (name.length - 2));
  const letter = 'aeiousrtnlk'[Math.floor(next() * 11)]!;
  const kind = next();
  if (kind < 0.35) return name.slice(0, at) + name.slice(at + 1);
  if (kind < 0.7) return name.slice(0, at) + letter + name.slice(at + 1);
  return name.slice(0, at) + letter + name.slice(at);
}

const onsets = 'b d f g h j k l m n p r s t v z sh kh ch br dr gr kr st tr al ab mu sa'.split(' ');
const vowels = 'a a e i o u ai ou ie'.split(' ');
const codas = ['', '', '', 'n', 'r', 's', 'l', 'm', 'd', 'k', 'v', 'sky', 'ov', 'ez', 'ani', 'son'];

function invented(next: () => number, count: number, syllables: number): string[] {
  const any = (of: string[]) => of[Math.floor(next() * of.length)]!;
  const name = () => {
    const length = 1 + Math.floor(next() * syllables) + (syllables > 2 ? 1 : 0);
    const sounds = Array.from({ length }, () => any(onsets) + any(vowels)).join('') + any(codas);
    return sounds[0]!.toUpperCase() + sounds.slice(1);
  };
  return Array.from({ length: count }, name);
}
