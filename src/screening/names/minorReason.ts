import words from './minorWords.json' with { type: 'json' };

/** Why a part of a name is optional. */
export function minorReason(text: string): string {
  return reasons.get(text) ?? 'may as well be missing: a part of a byname, a legal form or the like';
}

const reasons = new Map<string, string>();
for (const [list, reason] of [
  [words.particles, 'a particle'],
  [words.articles, 'an article'],
  [words.honours, 'a form of honour'],
  [words.titles, 'a title'],
] as const)
  for (const word of list.split(' ')) reasons.set(word, reason);
