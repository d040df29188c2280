import type { SessionCase } from '../../contract/case.ts';
import type { Messages } from './messages.ts';
import { labelled } from './punctuation.ts';

/** How long photos, details and the evidence of the decision are kept after the end of the check: a line each. */
export function keptTimes({ tag, consent }: Messages, retention: SessionCase['retention']): string[] {
  const { biometricsDays, detailsDays, evidenceYears } = retention;
  const period = (n: number, unit: 'day' | 'year') =>
    n === 0
      ? consent.atOnce
      : new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(n);
  // Evidence is never deleted before the details.
  const evidence =
    evidenceYears * 365 > detailsDays ? period(evidenceYears, 'year') : period(detailsDays, 'day');
  return [
    labelled(tag, consent.keptPhotos, period(biometricsDays, 'day')),
    labelled(tag, consent.keptDetails, period(detailsDays, 'day')),
    labelled(tag, consent.keptEvidence, evidence),
  ];
}
