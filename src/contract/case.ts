import * as z from 'zod/mini';
import { AmlStatus } from './amlScreening.ts';
import { Branding } from './branding.ts';
import { CaseStatus, Requirement, SessionCaseStatus } from './caseStatus.ts';
import { Consent } from './consent.ts';
import { AskedClaim, CredentialStatus } from './credential.ts';
import { DetailsFields } from './detailsFields.ts';
import { DocumentStatus } from './documentCheck.ts';
import { idSchema } from './ids.ts';
import { Link } from './link.ts';
import { Mode } from './mode.ts';
import { Prefill } from './personalDetails.ts';
import {
  CredentialPolicy,
  DocumentPolicy,
  DocumentType,
  DocumentUpload,
  GivenPolicy,
  HandoffPolicy,
  Policy,
  WithoutFace,
} from './policy.ts';
import { ReturnUrl } from './returnUrl.ts';
import { GivenTimestamp, Locale, Timestamp, text } from './scalars.ts';
import { FaceMatchResult, LivenessResult, SelfieStatus } from './selfieCheck.ts';
import { AllowedOrigins, SessionKey } from './sessionKey.ts';

export const CaseType = z.enum(['kyc_individual']);
export type CaseType = z.infer<typeof CaseType>;

/** Up to 50 keys of 1–40 characters with values of up to 500. Never sent to a browser. */
export const Metadata = z
  .record(text(40), text(500, 0))
  .check(z.refine((value) => Object.keys(value).length <= 50, { error: 'too_long' }));

/**
 * The body of POST /cases. `returnUrl` may be omitted for a case with a link: the hosted page has a final screen of its
 * own.
 */
export const CreateCase = z
  .strictObject({
    type: CaseType,
    returnUrl: z.optional(ReturnUrl),
    state: z.optional(text(512, 0)),
    clientReferenceId: z.optional(text(200)),
    metadata: z.optional(Metadata),
    locale: z.optional(Locale),
    policy: z.optional(GivenPolicy),
    prefill: z.optional(Prefill),
    expiresAt: z.optional(GivenTimestamp),
    session: z.optional(z.strictObject({ allowedOrigins: AllowedOrigins })),
    link: z.optional(z.literal(true)),
  })
  .check(
    z.refine(({ returnUrl, link }) => returnUrl !== undefined || link === true, {
      error: 'required',
      path: ['returnUrl'],
    }),
  );
export type CreateCase = z.infer<typeof CreateCase>;

export const Requirements = z.object({
  currentlyDue: z.array(Requirement),
  selfieAttemptsRemaining: z.int(),
});
export type Requirements = z.infer<typeof Requirements>;

const check = <T extends string>(status: z.ZodMiniType<T>) =>
  z.object({ status, id: z.nullable(z.string()), completedAt: z.nullable(Timestamp) });

/** The latest run of each check; `pending` before the first. */
export const Checks = z.object({
  personalDetails: check(z.enum(['pending', 'completed'])),
  credential: check(CredentialStatus),
  document: check(z.enum(['pending', ...DocumentStatus.options])),
  selfie: check(z.enum(['pending', ...SelfieStatus.options])),
  aml: check(z.enum(['pending', ...AmlStatus.options])),
});
export type Checks = z.infer<typeof Checks>;

export const Decision = z.object({
  outcome: z.enum(['approved', 'declined', 'in_review']),
  by: z.enum(['policy', 'reviewer']),
  /** The reviewer's id at the desk, or the id of the API key; `null` if the policy decided. */
  reviewer: z.nullable(z.string()),
  at: Timestamp,
  reasons: z.array(z.string()),
  revision: z.int(),
});
export type Decision = z.infer<typeof Decision>;

/** The facts that were established, independent of the outcome. */
export const Assurance = z.object({
  /** `verified`: a credential proves names and date of birth. */
  details: z.enum(['claimed', 'verified']),
  liveness: LivenessResult,
  faceMatch: FaceMatchResult,
  /** The source of the picture with which the face was, or will be, compared. */
  reference: z.enum(['none', 'customer', 'credential', 'document']),
  /**
   * `read`: the zone of a document was read; `read_by_reviewer`: a person typed what stands on its pictures. Neither says
   * anything about the person or the document by itself.
   */
  document: z.enum(['not_performed', 'captured', 'read', 'read_by_reviewer']),
  /** No machine here establishes that a document is genuine. */
  documentAuthenticity: z.literal('not_performed'),
  aml: z.enum(['not_performed', ...AmlStatus.options]),
});
export type Assurance = z.infer<typeof Assurance>;

/** The last failure that the person can correct. Safe to show; the page has the texts. */
export const LastError = z.object({ code: z.string(), retryable: z.boolean() });
export type LastError = z.infer<typeof LastError>;

/**
 * Time and dataset of the last screening. A repeated screening with the same result changes nothing else of the case.
 */
export const Monitoring = z.object({ lastScreenedAt: Timestamp, datasetVersion: z.string() });
export type Monitoring = z.infer<typeof Monitoring>;

/** A case as returned to the customer's back end. */
export const Case = z.object({
  id: idSchema('case'),
  object: z.literal('case'),
  type: CaseType,
  mode: Mode,
  status: CaseStatus,
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  submittedAt: z.nullable(Timestamp),
  decidedAt: z.nullable(Timestamp),
  expiresAt: Timestamp,
  /** For a case in review: when a decision is due. */
  dueAt: z.nullable(Timestamp),
  returnUrl: z.nullable(z.string()),
  /** The page that the service hosts for the case; `null` if there is none. */
  url: z.nullable(z.string()),
  state: z.nullable(z.string()),
  clientReferenceId: z.nullable(z.string()),
  metadata: z.nullable(z.record(z.string(), z.string())),
  locale: z.nullable(z.string()),
  policy: Policy,
  monitoring: z.nullable(Monitoring),
  requirements: Requirements,
  checks: Checks,
  decision: z.nullable(Decision),
  assurance: Assurance,
  /** What the person was last told to do again; `null` unless the case waits for them. */
  lastError: z.nullable(LastError),
  consent: z.nullable(Consent),
  /**
   * Whether the person refused the measurement of their face. Refusing the whole check is a consent with `biometric:
   * false`.
   */
  faceRefused: z.boolean(),
  /** `details_redacted`: pictures and personal details are erased, the evidence of the decision is still stored. */
  redaction: z.nullable(
    z.object({ status: z.enum(['processing', 'details_redacted', 'redacted']), at: Timestamp }),
  ),
});
export type Case = z.infer<typeof Case>;

/** The response of POST /cases: the case and, if requested, its first session key and its link. */
export const CreatedCase = z.extend(Case, {
  session: z.optional(z.pick(SessionKey, { sessionKey: true, expiresAt: true })),
  link: z.optional(Link),
});
export type CreatedCase = z.infer<typeof CreatedCase>;

/** A case as returned to its page: open requirements, never an outcome. */
export const SessionCase = z.extend(
  z.pick(Case, {
    id: true,
    object: true,
    type: true,
    mode: true,
    version: true,
    locale: true,
    requirements: true,
    lastError: true,
    expiresAt: true,
    returnUrl: true,
    state: true,
  }),
  {
    status: SessionCaseStatus,
    /** Details that the site has provided; `null` after the details were submitted. */
    prefill: z.nullable(Prefill),
    /** Whether each personal detail is required, optional or hidden. */
    fields: DetailsFields,
    handoff: HandoffPolicy,
    /** Whether the page is the phone of a hand-off, which has no form. */
    isPhone: z.boolean(),
    withoutFace: WithoutFace,
    credential: z.object({
      mode: CredentialPolicy,
      asked: z.array(AskedClaim),
      /** Remaining attempts with a wallet. At 0 the details have to be typed. */
      triesLeft: z.int(),
      /** Details that a credential proves; `null` without one, and after the details were submitted. */
      proven: z.nullable(Prefill),
      /** Whether a computer may hand this step to a phone. */
      qr: z.boolean(),
    }),
    document: z.object({
      /** The newest check with pictures, of which the reading fills the form; `null` without one, and once the details are in. */
      id: z.nullable(idSchema('doc')),
      mode: DocumentPolicy,
      /** Whether a document can be shown now. */
      isOpen: z.boolean(),
      types: z.array(DocumentType),
      /** Issuing states as ISO 3166-1 alpha-2; empty: any. */
      countries: z.array(z.string()),
      upload: DocumentUpload,
      attemptsLeft: z.int(),
    }),
    /**
     * How long after the end of the case photos, details and the evidence of a decision are stored. Evidence is never
     * deleted before the details.
     */
    retention: z.object({ biometricsDays: z.number(), detailsDays: z.number(), evidenceYears: z.number() }),
    /** Who runs the service; `null` if it is not set. */
    operator: z.nullable(z.string()),
    /** `null` if no branding is set. */
    branding: z.nullable(Branding),
  },
);
export type SessionCase = z.infer<typeof SessionCase>;

/**
 * The response of POST /cases/:id/decision. With `proposed` it awaits a second reviewer, and nothing has changed yet.
 */
export const DecidedCase = z.extend(Case, { proposed: z.optional(z.literal(true)) });
export type DecidedCase = z.infer<typeof DecidedCase>;

/**
 * The body of POST /cases/:id/decision. A note is required if a decision is overturned. `requires_input` requests a new
 * selfie, a correction of the details if a reason is a `CorrectionReason`, or pictures of a document with `document_photo`.
 */
export const Decide = z.strictObject({
  outcome: z.enum(['approved', 'declined', 'requires_input']),
  reasons: z.optional(z.array(text(100)).check(z.maxLength(20, { error: 'too_long' }))),
  note: z.optional(text(2000)),
  expectedVersion: z.int().check(z.gte(1)),
});
export type Decide = z.infer<typeof Decide>;
