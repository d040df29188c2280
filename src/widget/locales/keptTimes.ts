import type { SessionCase } from '../../contract/case.ts';
import { fillText } from './fillText.ts';
import type { Messages, PluralText } from './messages.ts';
import { labelled, listed } from './punctuation.ts';

const DAY_MS = 86_400_000;

type Deadlines = Pick<SessionCase, 'retention' | 'expiresAt'>;

/**
 * How long photos, details and the evidence of the decision are kept after the end of the check: a line each.
 * @param now milliseconds since 1970.
 */
export function keptTimes(messages: Messages, deadlines: Deadlines, now: number): string[] {
  const { tag, consent } = messages;
  const labels = [consent.keptPhotos, consent.keptDetails, consent.keptEvidence];
  const periods = periodsOf(messages, deadlines, now);
  return labels.map((label, at) => labelled(tag, label, periods[at]!));
}

/** The same periods in one line: `30 days, 90 days, 5 years`. */
export function keptPeriods(messages: Messages, deadlines: Deadlines, now: number): string {
  return listed(messages.tag, new Set(periodsOf(messages, deadlines, now)));
}

function periodsOf({ tag, consent }: Messages, { retention, expiresAt }: Deadlines, now: number): string[] {
  const { biometricsDays, detailsDays, evidenceYears } = retention;
  const { days, years, atOnce } = consent;
  const period = (n: number, unit: PluralText) => (n === 0 ? atOnce : fillText(tag, unit, { n }));
  // Evidence is never deleted before the details, nor before the deadline of the case, which a new request moves by a day.
  const leastDays = Math.max(detailsDays, 1, Math.ceil((Date.parse(expiresAt) - now) / DAY_MS));
  const evidence = evidenceYears * 365 > leastDays ? period(evidenceYears, years) : period(leastDays, days);
  return [period(biometricsDays, days), period(detailsDays, days), evidence];
}
