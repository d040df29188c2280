import { IdvError } from '../client/errors.ts';
import { isEqual } from './isEqual.ts';

/** Where a person came back from. Nothing says that it was this person's case: read it, and compare. */
export interface ReturnAddress {
  caseId: string;
  state: string | null;
}

/**
 * Reads the address that a person came back to. It carries no outcome: ask the API for that.
 * @param url whole, or path and query alone.
 * @param expected `state` as it was given to the case, from the person's own session; `null` if none was given.
 * @throws IdvError if the address names no case, or its state differs.
 */
export function handleReturn(url: string | URL, expected: { state: string | null }): ReturnAddress {
  const { searchParams } = addressOf(url);
  const [caseId, ...more] = searchParams.getAll('case_id');
  if (!caseId?.startsWith('case_') || more.length > 0) {
    throw new IdvError('The address names no case', { code: 'return_invalid' });
  }
  const state = searchParams.get('state');
  // `undefined` comes of a session that is lost, not of a case without a state.
  if (expected?.state === undefined || !isEqual(state ?? '', expected.state ?? '')) {
    throw new IdvError('The state in the address is not the one of this person', {
      code: 'return_state_mismatch',
    });
  }
  return { caseId, state };
}

function addressOf(url: string | URL): URL {
  try {
    return new URL(url, 'http://localhost');
  } catch (cause) {
    throw new IdvError('The address is none', { code: 'return_invalid', cause });
  }
}
