/**
 * Whether a living person may have this date of birth: between 1900 and today. A day, a month or a year (`YYYY-MM-DD`,
 * `YYYY-MM`, `YYYY`). Any other date would rule out everybody on a list.
 */
export function isBirthDate(date: string): boolean {
  const today = new Date().toISOString();
  return date >= '1900-01-01'.slice(0, date.length) && date <= today.slice(0, date.length);
}
