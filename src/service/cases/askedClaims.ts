import { AskedClaim } from '../../contract/credential.ts';
import type { DetailsFields } from '../../contract/detailsFields.ts';

/** The claims requested from a wallet: names, date of birth, portrait, and each detail that the page would ask for. */
export function askedClaims(fields: DetailsFields): AskedClaim[] {
  return AskedClaim.options.filter(
    (claim) => !(claim in fields) || fields[claim as keyof DetailsFields] !== 'hidden',
  );
}
