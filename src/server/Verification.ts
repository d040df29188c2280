import { IdvError } from '../client/errors.ts';
import type { Case, CreatedCase } from '../contract/case.ts';
import type { ClientSession } from '../contract/sessionKey.ts';

/** A case and its first session key. The key does not appear in logs: only `toClient()` returns it. */
export class Verification {
  /** The case as it was created. */
  readonly case: Case;
  readonly #session: ClientSession;

  constructor(created: CreatedCase, baseUrl: string) {
    const { session, ...fields } = created;
    if (!session)
      throw new IdvError('The service returned no session key. Upgrade it to the version of the package', {
        code: 'session_missing',
      });
    this.case = fields;
    this.#session = { caseId: fields.id, ...session, baseUrl };
  }

  /** The id of the case. */
  get id(): string {
    return this.case.id;
  }

  /** The session for the page: send it as JSON. */
  toClient(): ClientSession {
    const { caseId, sessionKey, expiresAt, baseUrl } = this.#session;
    return { caseId, sessionKey, expiresAt, baseUrl };
  }
}
