import * as z from 'zod/mini';
import { Branding } from './branding.ts';
import { Timestamp, text } from './scalars.ts';
import { ClientSession } from './sessionKey.ts';

/** The step that a phone takes over: sharing a credential of its wallet, or the selfie. */
export const HandoffStep = z.enum(['credential', 'selfie']);
export type HandoffStep = z.infer<typeof HandoffStep>;

/**
 * The state of a hand-off: waiting for a phone, a phone has joined and shows four digits, the computer has entered
 * them, the step was done, or it ended before.
 */
export const HandoffStatus = z.enum(['waiting', 'joined', 'confirmed', 'done', 'ended']);
export type HandoffStatus = z.infer<typeof HandoffStatus>;

/** Why a hand-off ended: one of the two sides ended it, the digits were wrong, no phone came, or the case went on. */
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

/** A hand-off as the computer and the phone see it. */
export const Handoff = z.object({
  object: z.literal('handoff'),
  step: HandoffStep,
  status: HandoffStatus,
  /** The browser and system of the phone, such as `Chrome on Android`; `null` before one has joined. */
  phone: z.nullable(z.string()),
  /** How often another phone was refused. */
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
  /** The QR code of `url`: modules of a side, and the path of an SVG whose unit is a module. */
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
 * The body of POST /handoffs/join: the secret of the QR code or the code that was typed, with the public key of this phone
 * (ES256, JWK; without one a cookie binds it). The same phone comes back with `caseId` and a `proof`.
 */
export const JoinHandoff = z.strictObject({
  secret: z.optional(text(100)),
  code: z.optional(text(20)),
  publicKey: z.optional(PublicKey),
  caseId: z.optional(text(60)),
  /** `signature` is over `caseId.time` in UTF-8 (IEEE P1363, base64url); `time` in milliseconds, a minute old at most. */
  proof: z.optional(z.strictObject({ time: z.int(), signature: text(200) })),
});
export type JoinHandoff = z.infer<typeof JoinHandoff>;

/** The response: a session limited to the step, and the identity of the site. It contains no personal data. */
export const JoinedHandoff = z.object({
  step: HandoffStep,
  session: ClientSession,
  /** Four digits for the person to enter on the computer. */
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

/** The hand-off as a reviewer sees it. No address is stored. */
export const HandoffEvidence = z.object({
  /** From the code that the phone used to its joining. */
  seconds: z.number(),
  sameAddress: z.boolean(),
  browsers: z.object({ computer: z.string(), phone: z.string() }),
  wrongDigits: z.int(),
  refusals: z.int(),
});
export type HandoffEvidence = z.infer<typeof HandoffEvidence>;
