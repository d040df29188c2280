import type { Case, SessionCase } from '../../contract/case.ts';
import { sessionStatusOf } from '../../contract/caseStatus.ts';
import type { Consent } from '../../contract/consent.ts';
import type { HandoffReach } from '../../contract/handoff.ts';
import type { Prefill } from '../../contract/personalDetails.ts';
import { customerFields } from '../crypto/customerFields.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Vault } from '../crypto/vault.ts';
import { askedClaims } from './askedClaims.ts';
import type { CaseRow } from './caseRow.ts';
import { pageRequirements } from './changeCase.ts';
import {
  credentialTriesLeft,
  documentAttemptsLeft,
  dueOf,
  handoffStepOf,
  isCredentialOpen,
  isDocumentOpen,
  lastErrorOf,
  pictureStepOf,
} from './requirements.ts';

/**
 * A case as shown to the customer's back end.
 * @param fields the customer's fields, if already opened; default: opened from the row.
 */
export function viewCase(vault: Vault, row: CaseRow, fields = customerFields.open(vault, row)): Case {
  const { returnUrl, state, clientReferenceId, metadata } = fields;
  return {
    id: row.id,
    object: 'case',
    type: row.type,
    mode: row.mode,
    status: row.status,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    submittedAt: row.submitted_at?.toISOString() ?? null,
    decidedAt: row.decided_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
    dueAt: row.status === 'in_review' ? (row.due_at?.toISOString() ?? null) : null,
    returnUrl,
    url: null,
    state,
    clientReferenceId,
    metadata,
    locale: row.locale,
    policy: row.policy,
    monitoring: monitoringOf(row),
    requirements: { currentlyDue: dueOf(row), selfieAttemptsRemaining: row.attempts_left },
    checks: row.checks,
    decision: row.decision && { ...row.decision, reasons: reasonsOf(vault, row) },
    assurance: row.assurance,
    lastError: lastErrorOf(row),
    consent: consentOf(vault, row),
    faceRefused: row.facts.selfie === 'refused',
    redaction: row.redaction ?? partlyRedacted(row),
  };
}

/** The reasons of a decision; for an erased case only the codes. */
function reasonsOf(vault: Vault, row: CaseRow): string[] {
  const sealed = row.data_key && row.decision_reasons;
  if (!sealed) return row.decision?.reasons ?? [];
  return JSON.parse(vault.open(row, purposes.decisionReasons, sealed).toString()) as string[];
}

/** The person's consent, without the text; `null` before it, and in an erased case. */
export function consentOf(vault: Vault, row: CaseRow): Consent | null {
  if (!row.consent || !row.consent_words || !row.data_key) return null;
  const words = JSON.parse(vault.open(row, purposes.consentWords, row.consent_words).toString());
  return { ...row.consent, ...(words as Pick<Consent, 'textVersion' | 'locale' | 'textHash'>) };
}

/** The details of a decided case are deleted before its evidence. */
function partlyRedacted({ details_deleted_at }: CaseRow): Case['redaction'] {
  return details_deleted_at && { status: 'details_redacted', at: details_deleted_at.toISOString() };
}

/** The time and dataset of the last screening, with or without changes. */
function monitoringOf({ data_key, aml_screened_at, aml_version }: CaseRow): Case['monitoring'] {
  if (!data_key || !aml_screened_at || !aml_version) return null;
  return { lastScreenedAt: aml_screened_at.toISOString(), datasetVersion: aml_version };
}

/** What a page shows of the customer's site and of the retention, and its browser as in `session_keys`. */
type ShownPage = Pick<SessionCase, 'branding' | 'retention' | 'operator'> & { browser: string | null };

/** A case as shown to its page: the due items, never an outcome. Proven details only to the browser that shared them. */
export function viewSessionCase(vault: Vault, row: CaseRow, { browser, ...site }: ShownPage): SessionCase {
  const { id, object, type, mode, locale, lastError, expiresAt, returnUrl, state } = viewCase(vault, row);
  const status = sessionStatusOf(row.status);
  const { fields, handoff, withoutFace, credential } = row.policy;
  return {
    id,
    object,
    type,
    mode,
    status,
    version: row.page_version,
    locale,
    requirements: pageRequirements(row),
    lastError,
    expiresAt,
    returnUrl,
    state,
    prefill: readPrefill(vault, row),
    fields,
    handoff,
    isPhone: false,
    withoutFace,
    credential: {
      mode: credential,
      asked: credential === 'off' ? [] : askedClaims(fields),
      triesLeft: credentialTriesLeft(row),
      proven: row.proven_for === browser ? readProven(vault, row) : null,
      qr: handoffStepOf(row) === 'credential',
    },
    document: {
      id: shownDocument(row),
      mode: row.policy.document,
      isOpen: row.status === 'requires_input' && isDocumentOpen(row),
      types: row.policy.documentTypes,
      countries: row.policy.documentCountries,
      upload: row.policy.documentUpload,
      attemptsLeft: documentAttemptsLeft(row),
    },
    ...site,
  };
}

/** The document that fills the form, until the details are in. */
function shownDocument({ checks: { document }, facts }: CaseRow): string | null {
  const hasPictures = !['pending', 'requires_capture', 'expired'].includes(document.status);
  return hasPictures && facts.details === 'none' ? document.id : null;
}

/** The customer's prefilled details until the person has submitted their own; then `null`. */
function readPrefill(vault: Vault, row: CaseRow): Prefill | null {
  if (!row.prefill || !row.data_key || row.facts.details !== 'none') return null;
  return JSON.parse(vault.open(row, purposes.prefill, row.prefill).toString()) as Prefill;
}

/**
 * Whether the page of a submitted case is over: from the expiry of the case on, whatever was decided, so that its keys,
 * links and cookies end at the same time for every outcome.
 */
export function isPageOver({ status, expires_at }: CaseRow, now: Date): boolean {
  return sessionStatusOf(status) === 'submitted' && expires_at <= now;
}

/** The details that a credential proves, until all details are in. */
function readProven(vault: Vault, row: CaseRow): Prefill | null {
  return row.facts.details === 'none' ? provenDetails(vault, row) : null;
}

/** The details that a credential proves; `null` without one. */
export function provenDetails(vault: Vault, row: CaseRow): Prefill | null {
  if (!row.proven || !row.data_key) return null;
  return JSON.parse(vault.open(row, purposes.proven, row.proven).toString()) as Prefill;
}

/** A case as shown to the phone of a hand-off, which does its step only: without details and return URL. */
export function viewPhoneCase(
  step: HandoffReach,
  ...[vault, row, site]: Parameters<typeof viewSessionCase>
): SessionCase {
  const whole = viewSessionCase(vault, row, site);
  const isWallet = step === 'credential';
  const due = isWallet ? { step, isDue: isCredentialOpen(row) } : pictureStepOf(row);
  const currentlyDue = due.isDue ? [due.step] : [];
  return {
    ...whole,
    requirements: { ...whole.requirements, currentlyDue },
    // All other requirements are due on the computer.
    status: whole.status === 'requires_input' && currentlyDue.length === 0 ? 'submitted' : whole.status,
    prefill: null,
    returnUrl: null,
    state: null,
    handoff: 'disable',
    isPhone: true,
    credential: { ...whole.credential, proven: null, qr: false, ...(!isWallet && { triesLeft: 0 }) },
    document: { ...whole.document, id: null, isOpen: !isWallet && whole.document.isOpen },
  };
}
