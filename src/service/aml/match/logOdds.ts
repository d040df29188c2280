import type { CountryVerdict, DateVerdict } from '../hit.ts';
import type { AlignedPair, Alignment } from './alignParts.ts';
import { maxParts } from './nameParts.ts';
import { weights } from './weights.ts';

/** What is known beside the names. */
export interface Circumstances {
  weak: boolean;
  organisation: boolean;
  date: DateVerdict;
  country: CountryVerdict;
}

/** The log odds that a query means a listed entity: a sum, so that every term can be explained. */
export function logOdds(alignment: Alignment, circumstances: Circumstances): number {
  const { pairs, met, onlyQuery, onlyListed, againstEachOther } = alignment;
  const { weak, organisation, date, country } = circumstances;
  const whole = onlyQuery === 0 && onlyListed === 0;
  return (
    weights.base +
    weights.met * Math.min(met, weights.metEnough) +
    weights.metBeyond * Math.max(0, met - weights.metEnough) +
    weights.onlyQuery * onlyQuery +
    weights.onlyListed * onlyListed +
    weights.conflict * Math.min(onlyQuery, onlyListed) +
    weights.againstEachOther * againstEachOther +
    weights.coverage * (met / (met + onlyQuery + onlyListed + 0.01)) +
    unlike(pairs) +
    order(pairs) +
    (whole ? weights.whole : 0) +
    (weak ? weights.weakAlias : 0) +
    (organisation ? weights.organisation : 0) +
    weights.date[date] +
    weights.country[country]
  );
}

function unlike(pairs: AlignedPair[]): number {
  let sum = 0;
  for (const { similarity, how } of pairs)
    if (how !== 'initial' && how !== 'nickname') sum += unlikeness(similarity);
  return sum;
}

function unlikeness(similarity: number): number {
  const { unlike: rows } = weights;
  for (let row = 0; row < rows.length; row++) if (similarity < rows[row]![0]) return rows[row]![1];
  return 0;
}

/** Pairs in the query's order step down in the listed name at most once if that is rotated only. */
function order(pairs: AlignedPair[]): number {
  if (pairs.length < 2) return 0;
  listedAt.fill(-1);
  for (const { from, listedFrom } of pairs) listedAt[from] = listedFrom;
  let [first, last, down] = [-1, -1, 0];
  for (let from = 0; from < maxParts; from++) {
    const at = listedAt[from]!;
    if (at < 0) continue;
    if (first < 0) first = at;
    if (at < last) down += 1;
    last = at;
  }
  if (down === 0) return 0;
  return down === 1 && last < first ? weights.rotated : weights.shuffled;
}

const listedAt = new Int8Array(maxParts);
