import type { Subject } from '../../screening/screening.ts';

const FULL_DATE = /^\d{4}-\d\d-\d\d$/;

/**
 * Whether somebody is told from their namesakes: by a full date of birth or by a number. What a reviewer says of anybody
 * else is remembered in the screening alone.
 */
export function isSpecific({ person, organisation }: Subject): boolean {
  const hasNumber = ((person ?? organisation)?.identifiers?.length ?? 0) > 0;
  return hasNumber || FULL_DATE.test(person?.dateOfBirth ?? '');
}
