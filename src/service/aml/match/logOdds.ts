import type { CountryVerdict, DateVerdict } from '../hit.ts';
import type { AlignedPair, Alignment } from './alignParts.ts';
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
  for (const { similarity, how } of pairs) {
    if (how === 'initial' || how === 'nickname') continue;
    for (const [under, cost] of weights.unlike)
      if (similarity < under) {
        sum += cost;
        break;
      }
  }
  return sum;
}

/** Pairs in the query's order step down in the listed name at most once if that is rotated only. */
function order(pairs: AlignedPair[]): number {
  if (pairs.length < 2) return 0;
  const sorted = [...pairs].sort((a, b) => a.from - b.from);
  let down = 0;
  for (let i = 1; i < sorted.length; i++) if (sorted[i]!.listedFrom < sorted[i - 1]!.listedFrom) down += 1;
  if (down === 0) return 0;
  return down === 1 && sorted.at(-1)!.listedFrom < sorted[0]!.listedFrom ? weights.rotated : weights.shuffled;
}
