import { IdvError } from '../client/errors.ts';
import type { Case } from '../contract/case.ts';
import { isEqual } from './isEqual.ts';
import type { RequestOptions } from './requestOptions.ts';

/** The content of a return URL. It does not prove that the case belongs to this user: `returns.verify` checks that. */
export interface ReturnAddress {
  caseId: string;
  state: string | null;
}

/** A verified return URL, and the case of the person who returned. */
export interface VerifiedReturn extends ReturnAddress {
  case: Case;
}

/** The expected values of a return, which bind it to the signed-in person. */
export interface ExpectedReturn extends RequestOptions {
  /** The reference with which the case was created: it identifies the signed-in person. */
  clientReferenceId: string;
  /**
   * The `state` with which the case was created, from the person's own session; `null` for a case without one. If
   * omitted, it is not compared.
   */
  state?: string | null;
}

/**
 * Parses a return URL. It does not check that the case belongs to this user. The URL never contains an outcome.
 * @param url absolute, or path and query only.
 * @throws IdvError `return_invalid` if it is not a URL, or does not have exactly one `case_id`.
 */
export function parseReturnUrl(url: string | URL): ReturnAddress {
  const { searchParams } = parsed(url);
  const [caseId, ...duplicates] = searchParams.getAll('case_id');
  if (!caseId?.startsWith('case_') || duplicates.length > 0) {
    throw new IdvError('The return URL has no case_id parameter. Pass the URL that the person returned to', {
      code: 'return_invalid',
    });
  }
  return { caseId, state: searchParams.get('state') };
}

/** The calls for the return of a person. */
export function returnsOf(retrieve: (id: string, options?: RequestOptions) => Promise<Case>) {
  return {
    /**
     * Reads the case of a return URL and checks that it is the case of the signed-in person.
     * @param request the request of the return page, or its URL: absolute, or path and query only.
     * @throws IdvError `return_invalid`, `return_state_mismatch` or `return_person_mismatch`, and the errors of
     *   `cases.retrieve`.
     */
    verify: async (
      request: { url: string } | string | URL,
      { clientReferenceId, ...expected }: ExpectedReturn,
    ): Promise<VerifiedReturn> => {
      const isUrl = typeof request === 'string' || request instanceof URL;
      const { caseId, state } = parseReturnUrl(isUrl ? request : request.url);
      // An explicit `undefined` comes from a lost session: it must not skip the comparison.
      if ('state' in expected && !isState(expected.state, state)) {
        throw new IdvError(
          'The state in the return URL is not that of this person. Show nothing of the case',
          {
            code: 'return_state_mismatch',
          },
        );
      }
      const retrieved = await retrieve(caseId, { signal: expected.signal });
      if (isPerson(clientReferenceId, retrieved.clientReferenceId)) return { caseId, state, case: retrieved };
      throw new IdvError(
        'The case in the return URL belongs to another person, or nobody is signed in. Show nothing of the case',
        {
          code: 'return_person_mismatch',
        },
      );
    },
  };
}

function isState(expected: string | null | undefined, state: string | null): boolean {
  return expected !== undefined && isEqual(state ?? '', expected ?? '');
}

function isPerson(expected: unknown, person: string | null): boolean {
  return typeof expected === 'string' && expected !== '' && isEqual(person ?? '', expected);
}

function parsed(url: string | URL): URL {
  try {
    return new URL(url, 'http://localhost');
  } catch (cause) {
    throw new IdvError('The return URL is not valid. Pass the URL that the person returned to', {
      code: 'return_invalid',
      cause,
    });
  }
}
