import type { Finding } from './finding.ts';
import type { Strength } from './hit.ts';
import { possibleMatchThreshold } from './possibleMatchThreshold.ts';

/**
 * How strong a hit is in one word: `exact` where a number of the same country, or the whole name as listed and the day of
 * birth, is the same; the others by score.
 */
export function strengthOf({ score, name, identifier }: Finding): Strength {
  if (identifier?.given.country && identifier.given.country === identifier.listed.country) return 'exact';
  const { onlyQuery, onlyListed, pairs } = name?.alignment ?? { onlyQuery: 1, onlyListed: 1, pairs: [] };
  const isSame = onlyQuery === 0 && onlyListed === 0 && pairs.every(({ how }) => how === 'same');
  if (isSame && name?.circumstances.date === 'same') return 'exact';
  if (score >= strongScore) return 'strong';
  return score >= possibleMatchThreshold ? 'fair' : 'weak';
}

const strongScore = 0.85;
