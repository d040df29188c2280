import * as z from 'zod/mini';
import { Branding } from './branding.ts';
import { Timestamp, text } from './scalars.ts';
import { ClientSession } from './sessionKey.ts';

/**
 * What the phone of a hand-off reaches: sharing a credential of its wallet; or with `selfie` all pictures, those of a document
 * and the selfie in turn.
 */
export const HandoffReach = z.enum(['credential', 'selfie']);
export type HandoffReach = z.infer<typeof HandoffReach>;

/** The step that a phone takes over now. */
export const HandoffStep = z.enum(['credential', 'document', 'selfie']);
export type HandoffStep = z.infer<typeof HandoffStep>;

/**
 * The status of a hand-off: waiting for a phone; a phone has joined and shows four digits; the digits were entered on
 * the computer; the step is done; the hand-off ended early.
 */
export const HandoffStatus = z.enum(['waiting', 'joined', 'confirmed', 'done', 'ended']);
export type HandoffStatus = z.infer<typeof HandoffStatus>;

/**
 * Why a hand-off ended: one of the two sides ended it, the digits were wrong, no phone joined, or the case moved on.
 */
export const HandoffEnd = z.enum([
  'done',
  'computer',
  'phone',
  'wrong_digits',
  'no_phone',
  'case_moved',
  'restarted',
]);
export type HandoffEnd = z.infer<typeof HandoffEnd>;

/** A hand-off as returned to the computer and the phone. */
export const Handoff = z.object({
  object: z.literal('handoff'),
  step: HandoffStep,
  /** Whether the phone can do the step now: between document and selfie the details are typed on the computer. */
  isDue: z.boolean(),
  status: HandoffStatus,
  /** The browser and system of the phone, such as `Chrome on Android`; `null` before one has joined. */
  phone: z.nullable(z.string()),
  /** The number of other phones that were refused. */
  refusals: z.int(),
  digitsLeft: z.int(),
  reason: z.nullable(HandoffEnd),
});
export type Handoff = z.infer<typeof Handoff>;

/** A code for the phone, valid for 60 seconds; request the next one every 30. Shown only once. */
export const StartedHandoff = z.extend(Handoff, {
  /** `null` once a phone has joined. */
  url: z.nullable(z.string()),
  /** Eight consonants to type at `/verify`. */
  code: z.nullable(z.string()),
  /** The QR code of `url`: its number of modules per side, and the path of an SVG whose unit is a module. */
  qr: z.nullable(z.object({ size: z.int(), path: z.string() })),
  expiresAt: z.nullable(Timestamp),
});
export type StartedHandoff = z.infer<typeof StartedHandoff>;

/** The body of POST /cases/:id/handoff/confirm: the digits that the phone shows. */
export const ConfirmHandoff = z.strictObject({
  digits: z.string().check(z.regex(/^\d{4}$/, { error: 'digits_invalid' })),
});

export type ConfirmHandoff = z.infer<typeof ConfirmHandoff>;

const PublicKey = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().check(z.regex(/^[\w-]{43}$/)),
  y: z.string().check(z.regex(/^[\w-]{43}$/)),
});

/**
 * The body of POST /handoffs/join: the secret of the QR code or the typed code, with the public key of this phone
 * (ES256, JWK). Without a key, a cookie binds the phone. A phone that joined before sends `caseId` and a `proof`.
 */
export const JoinHandoff = z.strictObject({
  secret: z.optional(text(100)),
  code: z.optional(text(20)),
  publicKey: z.optional(PublicKey),
  caseId: z.optional(text(60)),
  /**
   * `signature` covers `caseId.time` in UTF-8 (IEEE P1363, base64url). `time` is in milliseconds and at most a minute
   * old.
   */
  proof: z.optional(z.strictObject({ time: z.int(), signature: text(200) })),
});
export type JoinHandoff = z.infer<typeof JoinHandoff>;

/** The response: a session limited to the step, and the identity of the site. It contains no personal data. */
export const JoinedHandoff = z.object({
  step: HandoffStep,
  isDue: z.boolean(),
  session: ClientSession,
  /** Four digits that the person has to enter on the computer. */
  digits: z.string(),
  status: HandoffStatus,
  site: z.nullable(z.string()),
  host: z.string(),
  /** The browser and system of the computer. */
  from: z.string(),
  since: Timestamp,
  locale: z.nullable(z.string()),
  branding: z.nullable(Branding),
});
export type JoinedHandoff = z.infer<typeof JoinedHandoff>;

/** The hand-off as shown to a reviewer. No IP address is stored. */
export const HandoffEvidence = z.object({
  /** Seconds from the creation of the used code until the phone joined. */
  seconds: z.number(),
  sameAddress: z.boolean(),
  browsers: z.object({ computer: z.string(), phone: z.string() }),
  wrongDigits: z.int(),
  refusals: z.int(),
});
export type HandoffEvidence = z.infer<typeof HandoffEvidence>;
