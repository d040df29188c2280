const middle = -6;
const slope = 0.18;

/**
 * Maps log odds to a score from 0 to below 1: 0.5 is hardly worth reviewing, 0.7 alerts, above
 * 0.9 name and date, or a rare name as a whole, agree.
 */
export function score(logOdds: number): number {
  const exact = 1 / (1 + Math.exp(-slope * (logOdds - middle)));
  return Math.min(0.9999, Math.round(exact * 10_000) / 10_000);
}

/** The log odds that come to a score. */
export function logOddsOf(wanted: number): number {
  return middle + Math.log(wanted / (1 - wanted)) / slope;
}

/** Log odds that just don't come to this score. */
export function logOddsUnder(least: number): number {
  return logOddsOf(Math.min(0.9999, least) - 0.0001);
}
