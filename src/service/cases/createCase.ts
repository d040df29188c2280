import type { Insertable, Kysely } from 'kysely';
import type { Assurance, Checks, CreateCase } from '../../contract/case.ts';
import { newId } from '../../contract/ids.ts';
import { sizeLimits } from '../../contract/limits.ts';
import type { Link } from '../../contract/link.ts';
import type { Mode } from '../../contract/mode.ts';
import { wholePolicy } from '../../contract/policy.ts';
import { isReturnUrlAllowed } from '../../contract/returnUrl.ts';
import type { SessionKey } from '../../contract/sessionKey.ts';
import { ApiError } from '../ApiError.ts';
import type { ServiceContext } from '../context.ts';
import { type CustomerFields, customerFields } from '../crypto/customerFields.ts';
import { purposes } from '../crypto/purposes.ts';
import { inOrder } from '../db/inOrder.ts';
import type { CaseFacts, CasesTable, Database } from '../db/schema.ts';
import { cases } from '../db/store/cases.ts';
import { events } from '../db/store/events.ts';
import { links } from '../db/store/links.ts';
import { sessionKeys } from '../db/store/sessionKeys.ts';
import { eventData } from '../events/eventData.ts';
import { eventRow, eventWritten } from '../events/newEvent.ts';
import type { CaseRow } from './caseRow.ts';
import { type LinkContext, newLink } from './createLink.ts';
import { newSessionKey } from './createSessionKey.ts';

interface Created {
  row: CaseRow;
  /** The session key, if one was requested. */
  session: SessionKey | undefined;
  /** The link to the hosted page, if one was requested. */
  link: Link | undefined;
}

/** Who creates a case. */
interface Creator {
  mode: Mode;
  /** The end of the API key; `null` if it has none. */
  until: Date | null;
}

/**
 * Creates a case and emits `case.created` in one transaction. The link is the person's and ends with the case; the
 * session key ends no later than the API key.
 * @throws {ApiError} `return_url_not_allowed`, or `validation_failed` for the expiry.
 */
export async function createCase(
  context: LinkContext,
  tx: Kysely<Database>,
  { mode, until }: Creator,
  input: CreateCase,
): Promise<Created> {
  if (input.returnUrl !== undefined) requireReturnUrl(input.returnUrl, mode);
  const row = await newRow(context, mode, input);
  const data = eventData(row, { previousStatus: null, document: null });
  const event = { mode, type: 'case.created', at: row.created_at, data, owner: row } as const;
  const session = input.session && newSessionKey(context, row, { ...input.session, until });
  const link = input.link && newLink(context, row);
  const [inserted, delivered] = await inOrder(tx, [
    cases.insertion(tx, row),
    events.insertion(tx, eventRow(context, event)),
    ...(session ? sessionKeys.insertions(tx, session.row) : []),
    ...(link ? links.insertions(tx, link.row) : []),
  ]);
  eventWritten(context, tx, event, Number(delivered!.numAffectedRows ?? 0));
  return { row: inserted!.rows[0] as CaseRow, session: session?.key, link: link?.link };
}

function requireReturnUrl(url: string, mode: Mode): void {
  if (isReturnUrlAllowed(url, mode)) return;
  throw new ApiError('return_url_not_allowed', {
    detail:
      'The URL must be https, without user info and fragment; in test mode http on localhost is allowed too.',
    errors: [{ pointer: '#/returnUrl', code: 'return_url_not_allowed', detail: 'This URL is not allowed.' }],
  });
}

async function newRow({ clock, vault }: ServiceContext, mode: Mode, input: CreateCase) {
  const now = clock();
  const id = newId('case', now.getTime());
  const policy = wholePolicy(input.policy);
  const data_key = await vault.newDataKey(id);
  return {
    id,
    mode,
    type: input.type,
    status: 'requires_input',
    version: 1,
    created_at: now,
    updated_at: now,
    expires_at: expiry(now, input.expiresAt),
    ...customerFields.seal(vault, { id, data_key }, fieldsOf(input)),
    locale: input.locale ?? null,
    policy: JSON.stringify(policy),
    attempts_left: policy.maxSelfieAttempts,
    facts: FACTS,
    checks: CHECKS,
    assurance: ASSURANCE,
    data_key,
    prefill: input.prefill
      ? vault.seal({ id, data_key }, purposes.prefill, JSON.stringify(input.prefill))
      : null,
  } satisfies Insertable<CasesTable>;
}

/** The customer's fields of a new case, without the person. */
export function fieldsOf({ returnUrl, state, clientReferenceId, metadata }: CreateCase): CustomerFields {
  return {
    returnUrl: returnUrl ?? null,
    state: state ?? null,
    clientReferenceId: clientReferenceId ?? null,
    metadata: metadata ?? {},
  };
}

const FACTS = JSON.stringify({
  details: 'none',
  selfie: 'none',
  selfieReason: 'review_required',
  aml: 'none',
  amlGivenUp: false,
  credential: 'none',
  credentialReason: 'credential_missing',
  revocationPending: false,
  credentialTyped: false,
  credentialRefusals: 0,
  document: 'none',
  documentReason: 'document_missing',
  documentSkipped: false,
  documentAttempts: 0,
  documentRefusals: 0,
  documentReplayed: false,
  documentRequested: false,
  isCorrected: false,
} satisfies CaseFacts);
const pending = { status: 'pending', id: null, completedAt: null } as const;
const CHECKS = JSON.stringify({
  personalDetails: pending,
  credential: pending,
  document: pending,
  selfie: pending,
  aml: pending,
} satisfies Checks);
const ASSURANCE = JSON.stringify({
  details: 'claimed',
  liveness: 'not_performed',
  faceMatch: 'not_performed',
  reference: 'none',
  document: 'not_performed',
  documentAuthenticity: 'not_performed',
  aml: 'not_performed',
} satisfies Assurance);

/** Tolerance for the caller's clock and the network. */
const CLOCK_SECONDS = 30;

function expiry(now: Date, requested: string | undefined): Date {
  const { min, max, default: usual } = sizeLimits.caseSeconds;
  if (!requested) return new Date(now.getTime() + usual * 1000);
  const at = new Date(requested);
  const seconds = (at.getTime() - now.getTime()) / 1000;
  if (seconds >= min - CLOCK_SECONDS && seconds <= max + CLOCK_SECONDS) return at;
  const detail = 'The time must be between 15 minutes and 30 days from now.';
  throw new ApiError('validation_failed', {
    errors: [{ pointer: '#/expiresAt', code: 'expiry_out_of_range', detail }],
  });
}
