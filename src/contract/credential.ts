import * as z from 'zod/mini';
import { idSchema } from './ids.ts';
import { Mode } from './mode.ts';
import { CredentialType } from './policy.ts';
import { Timestamp, text } from './scalars.ts';
import { Origin } from './sessionKey.ts';

/** The claims requested from a wallet: personal details, and the portrait for the comparison with the selfie. */
export const AskedClaim = z.enum([
  'givenName',
  'familyName',
  'dateOfBirth',
  'portrait',
  'nationalities',
  'address',
  'email',
  'phone',
]);
export type AskedClaim = z.infer<typeof AskedClaim>;

/**
 * The body of POST /cases/:id/credential-requests. A back end sends the origin of the page that will ask the wallet. A
 * page sends none, because its browser states the origin.
 */
export const StartCredentialRequest = z.strictObject({
  origin: z.optional(Origin),
});
export type StartCredentialRequest = z.infer<typeof StartCredentialRequest>;

/**
 * The body from a page: path and query of its own URL, to which a wallet returns that was opened by the link. Without
 * `returnPath` there is no link.
 */
export const StartCredentialRequestOfPage = z.strictObject({
  returnPath: z.optional(z.string().check(z.maxLength(2048), z.regex(/^\/(?![/\\])[^\s\\#]*$/))),
});

/**
 * The state of a credential: `pending` until the wallet has answered, `processing` while the answer is checked or the
 * issuer has not said whether it was revoked.
 */
export const CredentialStatus = z.enum(['pending', 'processing', 'verified', 'refused', 'expired']);
export type CredentialStatus = z.infer<typeof CredentialStatus>;

/** The same for the page, which does not learn the result: `done` stands for the three states that would reveal it. */
export const CredentialRequestStatus = z.enum(['pending', 'received', 'done', 'expired']);
export type CredentialRequestStatus = z.infer<typeof CredentialRequestStatus>;

/** A request to the wallet of the person. Its status does not reveal whether the answer was accepted: the case does. */
export const CredentialRequest = z.object({
  object: z.literal('credential_request'),
  id: idSchema('cred'),
  mode: Mode,
  caseId: idSchema('case'),
  status: CredentialRequestStatus,
  asked: z.array(AskedClaim),
  purpose: z.literal('identity_verification'),
  expiresAt: Timestamp,
});
export type CredentialRequest = z.infer<typeof CredentialRequest>;

/**
 * A new request. Pass `requests` unchanged to `navigator.credentials.get({digital: {requests}})`. Shown only this once.
 */
export const StartedCredentialRequest = z.extend(CredentialRequest, {
  requests: z.array(z.object({ protocol: z.string(), data: z.record(z.string(), z.unknown()) })),
  /**
   * Opens a wallet on the same device if the browser has no Digital Credentials API; `null` without a certificate of
   * the relying party or a `returnPath`. The wallet returns to the page with `#idv_wallet=` and the value to submit:
   * `{protocol: "direct_post.jwt", data: {response_code}}`, or `no`.
   */
  link: z.nullable(z.string()),
});
export type StartedCredentialRequest = z.infer<typeof StartedCredentialRequest>;

/** The body of POST /credential-requests/:id/response: `protocol` and `data` of the `DigitalCredential`, unchanged. */
export const AnswerCredentialRequest = z.strictObject({ protocol: text(64), data: z.unknown() });
export type AnswerCredentialRequest = z.infer<typeof AnswerCredentialRequest>;

/** The receipt for an answer; identical for every answer. */
export const CredentialReceipt = z.object({
  object: z.literal('credential_receipt'),
  id: idSchema('cred'),
  caseId: idSchema('case'),
  status: z.literal('received'),
});
export type CredentialReceipt = z.infer<typeof CredentialReceipt>;

/** Whether the portrait of a credential can be compared with a selfie. */
export const PortraitUse = z.enum(['usable', 'no_face', 'too_small', 'unreadable', 'absent']);
export type PortraitUse = z.infer<typeof PortraitUse>;

/**
 * A credential from a wallet as returned to the customer's back end: how it was verified, and the names of its claims.
 */
export const Credential = z.object({
  object: z.literal('credential'),
  id: idSchema('cred'),
  mode: Mode,
  caseId: idSchema('case'),
  status: CredentialStatus,
  /** The verifier's error code if it was refused; `check_failed` if the service itself failed. */
  code: z.nullable(z.string()),
  format: z.nullable(z.enum(['mso_mdoc', 'dc+sd-jwt'])),
  kind: z.nullable(CredentialType),
  /** docType or vct. */
  type: z.nullable(z.string()),
  issuer: z.nullable(
    z.object({
      name: z.string(),
      country: z.nullable(z.string()),
      /** The root of its certificate chain, and the trust list that contains the root. */
      anchor: z.object({ name: z.string(), sha256: z.string() }),
      list: z.object({ source: z.string(), version: z.string() }),
    }),
  ),
  protocol: z.nullable(z.string()),
  origin: z.string(),
  validity: z.nullable(
    z.object({ issuedAt: z.nullable(Timestamp), from: z.nullable(Timestamp), until: z.nullable(Timestamp) }),
  ),
  /** Whether the issuer revoked it. `none`: the issuer does not publish that. */
  revocation: z.object({
    result: z.enum(['valid', 'revoked', 'suspended', 'unknown', 'none']),
    at: z.nullable(Timestamp),
  }),
  /** Names of the claims, never their values. */
  claims: z.array(z.string()),
  portrait: z.nullable(PortraitUse),
  /** Reasons of decisions for which a human has to decide. */
  reasons: z.array(z.string()),
  /** SHA-256 of the answer in hexadecimal digits. The answer itself is not stored. */
  answerSha256: z.nullable(z.string()),
  createdAt: Timestamp,
  completedAt: z.nullable(Timestamp),
});
export type Credential = z.infer<typeof Credential>;
