import type { DocumentType } from '../../contract/policy.ts';
import { type ReadableZone, stateOf } from '../../document/index.ts';

type Zone = Pick<ReadableZone, 'type' | 'code' | 'issuingState' | 'nationality'>;

/** A kind of document, and whether the zone tells it. */
export interface KindOfZone {
  /** `null`: none of those that a policy names. */
  type: DocumentType | null;
  /** `false`: the zone says only that it is a card, and the person's choice decides between identity card and permit. */
  isTold: boolean;
}

/**
 * The kind of document by its zone. Cards and permits share the codes A, C and I; the second letter is the issuing state's own, but
 * for AC, the certificate of a crew member (ICAO 9303 part 5, 4.2.2). Told are permits with the letter R, as in the European Union,
 * and the permanent residents of the United States (C1, C2); the passport card (IP); and the card of a state's own national, who
 * needs no permit there. A card for somebody else may be either.
 */
export function kindOfZone(zone: Zone, chosen: DocumentType | null): KindOfZone {
  const { type, code, issuingState } = zone;
  if (type === 'passport') return { type: 'passport', isTold: true };
  if (type === 'visa' || code === 'AC') return { type: null, isTold: true };
  if (code[1] === 'R' || (issuingState === 'USA' && /^C[12]$/.test(code)))
    return { type: 'residence_permit', isTold: true };
  const guess = chosen === 'residence_permit' ? chosen : 'id_card';
  // Utopia has neither, and the drawn card of test mode stands for both.
  if (stateOf(issuingState)?.kind === 'specimen') return { type: guess, isTold: true };
  return code === 'IP' || isOwnNational(zone)
    ? { type: 'id_card', isTold: true }
    : { type: guess, isTold: false };
}

function isOwnNational({ issuingState, nationality }: Zone): boolean {
  const [issuer, holder] = [stateOf(issuingState), stateOf(nationality)];
  return issuer?.kind === 'country' && holder?.kind === 'country' && issuer.country === holder.country;
}
