import type { Identifier } from './identifier.ts';

/** Each number of a kind once, the first one that says its country; spaces and signs make no other number. */
export function mergedIdentifiers(identifiers: readonly Identifier[]): Identifier[] {
  const byNumber = new Map<string, Identifier>();
  for (const one of identifiers) {
    const key = `${one.type} ${one.number.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()}`;
    const before = byNumber.get(key);
    if (!before) byNumber.set(key, one);
    else if (before.country === null && one.country !== null)
      byNumber.set(key, { ...before, country: one.country });
    else if (one.country !== null && before.country !== one.country)
      byNumber.set(`${key} ${one.country}`, one);
  }
  return [...byNumber.values()];
}
