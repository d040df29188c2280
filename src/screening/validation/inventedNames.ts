import { seeded } from './alterations.ts';
import names from './cultures.json' with { type: 'json' };

/** Invented people of each culture: random combinations of given names and family names, up to the requested number. */
export function inventedPeople({
  sample,
  seed,
}: {
  sample: number;
  seed: number;
}): { culture: string; names: string[] }[] {
  return Object.entries(names.cultures).map(([culture, { given, family }]) => {
    const all = given.split(' ').flatMap((first) => family.split(' ').map((last) => `${first} ${last}`));
    return { culture, names: mixed(all, seeded(seed)).slice(0, sample) };
  });
}

/** Invented firms: a fantasy word, one or two trades, a legal form. */
export function inventedFirms({ sample, seed }: { sample: number; seed: number }): string[] {
  const { names: words, trades, forms } = names.organisations;
  const next = seeded(seed);
  const any = (of: readonly string[]) => of[Math.floor(next() * of.length)]!;
  const [first, second, third] = [words.split(' '), trades.split(' '), forms.split('|')];
  const firms = new Set<string>();
  while (firms.size < sample) firms.add(`${any(first)} ${any(first)} ${any(second)} ${any(third)}`);
  return [...firms];
}

/** Shuffles (Fisher and Yates). */
function mixed<T>(all: T[], next: () => number): T[] {
  for (let end = all.length - 1; end > 0; end--) {
    const at = Math.floor(next() * (end + 1));
    [all[at], all[end]] = [all[end]!, all[at]!];
  }
  return all;
}
