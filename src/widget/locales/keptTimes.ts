import type { SessionCase } from '../../contract/case.ts';
import { fillText } from './fillText.ts';
import type { Messages, PluralText } from './messages.ts';
import { labelled } from './punctuation.ts';

/** How long photos, details and the evidence of the decision are kept after the end of the check: a line each. */
export function keptTimes({ tag, consent }: Messages, retention: SessionCase['retention']): string[] {
  const { biometricsDays, detailsDays, evidenceYears } = retention;
  const { days, years, atOnce } = consent;
  const period = (n: number, unit: PluralText) => (n === 0 ? atOnce : fillText(tag, unit, { n }));
  // Evidence is never deleted before the details.
  const evidence =
    evidenceYears * 365 > detailsDays ? period(evidenceYears, years) : period(detailsDays, days);
  return [
    labelled(tag, consent.keptPhotos, period(biometricsDays, days)),
    labelled(tag, consent.keptDetails, period(detailsDays, days)),
    labelled(tag, consent.keptEvidence, evidence),
  ];
}
