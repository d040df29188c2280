import type { ListedName } from './listed.ts';

/** Each name once, in order, with the best of its qualities and all the dates of birth that are its own. */
export function mergedNames(names: readonly ListedName[]): ListedName[] {
  const byText = new Map<string, ListedName>();
  for (const name of names) {
    const before = byText.get(name.text);
    byText.set(name.text, before ? merged(before, name) : name);
  }
  return [...byText.values()];
}

function merged(before: ListedName, { quality, birthDates = [] }: ListedName): ListedName {
  const best = before.quality === 'weak' ? quality : before.quality;
  const dates = [...new Set([...(before.birthDates ?? []), ...birthDates])];
  return { text: before.text, quality: best, ...(dates.length > 0 ? { birthDates: dates } : {}) };
}
