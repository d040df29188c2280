import { IdvError } from '../client/errors.ts';
import type { Case } from '../contract/case.ts';
import { handleReturn, type ReturnAddress } from './handleReturn.ts';
import { isEqual } from './isEqual.ts';

/** Where a person came back from, and the case that is theirs. */
export interface ReturnedCase extends ReturnAddress {
  case: Case;
}

/** What ties a return to the person who is signed in. */
export interface ExpectedReturn {
  /** As it was given to the case, from the person's own session; `null` if none was given. */
  state: string | null;
  /** As it was given to the case: who is signed in. */
  clientReferenceId: string;
}

export interface HandleReturn {
  /** Reads the case of a return. @throws IdvError if it is not the case of this person, or the state differs. */
  (url: string | URL, expected: ExpectedReturn): Promise<ReturnedCase>;
  /** Reads the address alone: whose case it is nobody has asked. */
  (url: string | URL, expected: { state: string | null; clientReferenceId?: never }): ReturnAddress;
}

/** Makes the function that takes a person back; with `clientReferenceId` it reads the case and refuses another's. */
export function returnHandler(retrieve: (id: string) => Promise<Case>): HandleReturn {
  const read = async (url: string | URL, expected: ExpectedReturn): Promise<ReturnedCase> => {
    const { caseId, state } = handleReturn(url, expected);
    const { clientReferenceId: person } = expected;
    const found = await retrieve(caseId);
    // `undefined` comes of a session that is lost: it must not do without the comparison.
    const isTheirs =
      typeof person === 'string' && person !== '' && isEqual(found.clientReferenceId ?? '', person);
    if (isTheirs) return { caseId, state, case: found };
    throw new IdvError('The case in the address is not one of this person', {
      code: 'return_person_mismatch',
    });
  };
  return ((url: string | URL, expected: ExpectedReturn) =>
    expected !== undefined && 'clientReferenceId' in expected
      ? read(url, expected)
      : handleReturn(url, expected)) as HandleReturn;
}
