import type { Kysely } from 'kysely';
import type { CredentialRequest, StartedCredentialRequest } from '../../contract/credential.ts';
import { newId } from '../../contract/ids.ts';
import { sizeLimits } from '../../contract/limits.ts';
import type { Mode } from '../../contract/mode.ts';
import { type CredentialType, type Policy, wholePolicy } from '../../contract/policy.ts';
import { createRequest } from '../../credentials/credentials.ts';
import { ApiError } from '../ApiError.ts';
import { askedClaims } from '../cases/askedClaims.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { requireInput, stateConflict } from '../cases/moveCase.ts';
import { credentialTriesLeft } from '../cases/requirements.ts';
import type { Database } from '../db/schema.ts';
import { credentialChecks } from '../db/store/credentialChecks.ts';
import type { CredentialContext } from './credentialContext.ts';
import { credentialQueries } from './credentialQueries.ts';
import { sealSession } from './sealSession.ts';
import { viewRequest } from './viewCredential.ts';
import { createLink } from './walletLinks.ts';

/** Maximum number of open requests of a case, for several tabs or sites. */
const MAX_WAITING = 4;

/** The page that asks a wallet. */
export interface AskingPage {
  /** As its browser sent it and the session key allows it. */
  origin: string;
  /** Its own path and query, to which a link leads back; `null`: no link. */
  returnPath?: string | null;
  /** Of the service, with `/v1`. */
  baseUrl: string;
}

/**
 * Creates a request to the person's wallet, bound to one origin.
 * @throws {ApiError} `case_state_conflict`, `consent_required`, `credential_unavailable`, `attempts_exhausted`.
 */
export async function startCredentialRequest(
  context: CredentialContext,
  tx: Kysely<Database>,
  row: CaseRow,
  { origin, returnPath = null, baseUrl }: AskingPage,
): Promise<StartedCredentialRequest> {
  const now = context.clock();
  requireInput(row, now);
  const { credentialTypes, fields, credential } = wholePolicy(row.policy);
  if (credential === 'off') throw unavailable('The policy of this case asks for no credential.');
  requireConsent(row);
  const kinds = availableKinds(context, row.mode, credentialTypes);
  if (kinds.length === 0) throw unavailable(NO_ROOTS);
  // An accepted credential is never overwritten.
  if (row.proven || row.checks.credential?.status === 'processing') throw stateConflict(row.status);
  if (credentialTriesLeft(row) === 0)
    throw new ApiError('attempts_exhausted', { detail: 'The case has used all its tries of credentials.' });
  const asked = askedClaims(fields);
  const id = newId('cred', now.getTime());
  const link =
    returnPath === null ? null : createLink(context, row.mode, { id, baseUrl, to: origin + returnPath });
  const { session, requests } = createRequest(
    origin,
    credentialQueries(kinds, asked),
    context.papers.relyingParty,
    link?.responseUri,
  );
  const whole = { ...session, ...(link && { link: link.stored }) };
  const older = await credentialChecks.waiting(tx, row.id);
  await credentialChecks.expire(
    tx,
    row.id,
    older.slice(MAX_WAITING - 1).map((one) => one.id),
  );
  const check = await credentialChecks.insert(tx, {
    id,
    case_id: row.id,
    mode: row.mode,
    status: 'waiting',
    origin,
    asked: JSON.stringify(asked),
    sealed_session: sealSession(context, row, id, whole),
    sealed_answer: null,
    answer_sha256: null,
    found: null,
    created_at: now,
    expires_at: new Date(now.getTime() + 1000 * sizeLimits.credentialRequestSeconds),
    answered_at: null,
    completed_at: null,
  });
  const request: CredentialRequest = viewRequest(check, now);
  return { ...request, requests, link: link?.url ?? null };
}

const NO_ROOTS =
  'No root is trusted for the credentials that the policy names: set WALLET_TRUST, or let the person type.';

function requireConsent({ consent }: CaseRow): void {
  if (consent?.biometric !== true) throw new ApiError('consent_required');
}

function unavailable(detail: string): ApiError {
  return new ApiError('credential_unavailable', { detail });
}

/** The kinds that the policy accepts, the operator is registered for, and a trusted root exists for. */
function availableKinds(
  { walletTrust, papers }: Pick<CredentialContext, 'walletTrust' | 'papers'>,
  mode: Mode,
  types: readonly CredentialType[],
): CredentialType[] {
  return types.filter((kind) => papers.kinds.includes(kind) && walletTrust.has(mode, [kind]));
}

/** Refuses a new case whose policy requires a credential that cannot be verified. */
export function requireCredentials(
  context: Pick<CredentialContext, 'walletTrust' | 'papers'>,
  mode: Mode,
  { credential, credentialTypes }: Policy,
): void {
  if (credential !== 'require' || mode !== 'live') return;
  if (availableKinds(context, mode, credentialTypes).length === 0) throw unavailable(NO_ROOTS);
}
