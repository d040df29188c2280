/** Whether somebody born on a day (`YYYY-MM-DD`) is younger than `minAge` years on the day of `now`, in UTC. */
export function isUnderAge(dateOfBirth: string, minAge: number, now: Date): boolean {
  const [year = 0, month = 1, day = 1] = dateOfBirth.split('-').map(Number);
  // Born on 29 February: of age on 1 March of a year without that day.
  const ofAge = Date.UTC(year + minAge, month - 1, day);
  return now.getTime() < ofAge;
}
