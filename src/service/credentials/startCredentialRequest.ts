import type { Kysely } from 'kysely';
import type { CredentialRequest, StartedCredentialRequest } from '../../contract/credential.ts';
import { newId } from '../../contract/ids.ts';
import { sizeLimits } from '../../contract/limits.ts';
import type { Mode } from '../../contract/mode.ts';
import type { Policy } from '../../contract/policy.ts';
import { type CredentialQuery, createRequest } from '../../credentials/credentials.ts';
import { ApiError } from '../ApiError.ts';
import { askedClaims } from '../cases/askedClaims.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { requireInput, stateConflict } from '../cases/moveCase.ts';
import { credentialTriesLeft } from '../cases/requirements.ts';
import type { Database } from '../db/schema.ts';
import { credentialChecks } from '../db/store/credentialChecks.ts';
import type { CredentialContext } from './credentialContext.ts';
import { claimsIn, credentialQueries } from './credentialQueries.ts';
import { sealSession } from './sealSession.ts';
import { viewRequest } from './viewCredential.ts';
import { createLink } from './walletLinks.ts';

/** Maximum number of open requests of a case, for several tabs or sites. */
const MAX_WAITING = 4;

/** The page that sends a request to a wallet. */
export interface AskingPage {
  /** The origin that the browser sent and the session key allows. */
  origin: string;
  /** Path and query of the page, to which the wallet returns the person; `null`: no link is created. */
  returnPath?: string | null;
  /** Base URL of the API; ends in `/v1`. */
  baseUrl: string;
  /** Whether the page runs on the phone of a hand-off. */
  byPhone?: boolean;
  /** Its browser, as in `session_keys`. */
  browser?: string | null;
}

/**
 * Creates a request to the person's wallet, bound to one origin.
 * @throws {ApiError} `case_state_conflict`, `consent_required`, `credential_unavailable`, `attempts_exhausted`.
 */
export async function startCredentialRequest(
  context: CredentialContext,
  tx: Kysely<Database>,
  row: CaseRow,
  { origin, returnPath = null, baseUrl, byPhone = false, browser = null }: AskingPage,
): Promise<StartedCredentialRequest> {
  const now = context.clock();
  requireInput(row, now);
  const policy = row.policy;
  const { credential } = policy;
  if (credential === 'off')
    throw unavailable('The policy of this case requests no credential. Set policy.credential.');
  requireConsent(row);
  const queries = availableQueries(context, row.mode, policy);
  // An accepted credential is never overwritten.
  if (row.proven || row.checks.credential?.status === 'processing') throw stateConflict(row.status);
  if (credentialTriesLeft(row) === 0)
    throw new ApiError('attempts_exhausted', {
      detail: 'The case has used all its attempts with credentials. Let the person type the details.',
    });
  const requested = claimsIn(queries, askedClaims(policy.fields));
  const id = newId('cred', now.getTime());
  const link =
    returnPath === null ? null : createLink(context, row.mode, { id, baseUrl, to: origin + returnPath });
  const { session, requests } = createRequest(
    origin,
    queries,
    context.papers.relyingParty,
    link?.responseUri,
  );
  const whole = { ...session, ...(link && { link: link.stored }) };
  const older = await credentialChecks.pending(tx, row.id, { byPhone });
  await credentialChecks.expire(
    tx,
    row.id,
    older.slice(MAX_WAITING - 1).map((one) => one.id),
  );
  const check = await credentialChecks.insert(tx, {
    id,
    case_id: row.id,
    mode: row.mode,
    status: 'pending',
    origin,
    by_phone: byPhone,
    browser,
    asked: JSON.stringify(requested),
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
  'No trusted root exists for the credentials of the policy. Set WALLET_TRUST, or let the person type the details.';
const NOT_REGISTERED =
  'WALLET_REGISTRATION_FILE registers none of the credentials of the policy. Set credentialTypes to registered ones.';

function requireConsent({ consent }: CaseRow): void {
  if (consent?.biometric !== true) throw new ApiError('consent_required');
}

function unavailable(detail: string): ApiError {
  return new ApiError('credential_unavailable', { detail });
}

/**
 * The queries for the policy of a case: only credentials with a trusted root, and only claims that the operator has
 * registered.
 * @throws {ApiError} `credential_unavailable` if no query is left.
 */
function availableQueries(
  { walletTrust, papers }: Pick<CredentialContext, 'walletTrust' | 'papers'>,
  mode: Mode,
  { credentialTypes, fields }: Policy,
): CredentialQuery[] {
  const registered = papers.registration.within(credentialQueries(credentialTypes, askedClaims(fields)));
  if (registered.length === 0) throw unavailable(NOT_REGISTERED);
  const queries = registered.filter(({ types }) => walletTrust.has(mode, types));
  if (queries.length === 0) throw unavailable(NO_ROOTS);
  return queries;
}

/**
 * Refuses a new case whose policy requests a credential that the operator has not registered, or requires one that
 * cannot be verified.
 */
export function requireCredentials(
  context: Pick<CredentialContext, 'walletTrust' | 'papers'>,
  mode: Mode,
  policy: Policy,
): void {
  const { credential, credentialTypes, fields } = policy;
  if (credential === 'off') return;
  if (credential === 'require' && mode === 'live') availableQueries(context, mode, policy);
  const { registration } = context.papers;
  const isRegistered =
    registration.within(credentialQueries(credentialTypes, askedClaims(fields))).length > 0;
  if (!isRegistered) throw unavailable(NOT_REGISTERED);
}
