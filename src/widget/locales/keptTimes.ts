import type { SessionCase } from '../../contract/case.ts';
import { fillText } from './fillText.ts';
import type { Messages, PluralText } from './messages.ts';
import { labelled } from './punctuation.ts';

const DAY_MS = 86_400_000;

/**
 * How long photos, details and the evidence of the decision are kept after the end of the check: a line each.
 * @param now milliseconds since 1970.
 */
export function keptTimes(
  { tag, consent }: Messages,
  { retention, expiresAt }: Pick<SessionCase, 'retention' | 'expiresAt'>,
  now: number,
): string[] {
  const { biometricsDays, detailsDays, evidenceYears } = retention;
  const { days, years, atOnce } = consent;
  const period = (n: number, unit: PluralText) => (n === 0 ? atOnce : fillText(tag, unit, { n }));
  // Evidence is never deleted before the details, nor before the deadline of the case, which a new request moves by a day.
  const leastDays = Math.max(detailsDays, 1, Math.ceil((Date.parse(expiresAt) - now) / DAY_MS));
  const evidence = evidenceYears * 365 > leastDays ? period(evidenceYears, years) : period(leastDays, days);
  return [
    labelled(tag, consent.keptPhotos, period(biometricsDays, days)),
    labelled(tag, consent.keptDetails, period(detailsDays, days)),
    labelled(tag, consent.keptEvidence, evidence),
  ];
}
