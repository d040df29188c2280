import * as z from 'zod/mini';
import { Country } from './countries.ts';
import { DetailsFields, defaultDetailsFields } from './detailsFields.ts';

/** Whether the person may, or must, continue on another device. */
export const HandoffPolicy = z.enum(['enable', 'force', 'disable']);
export type HandoffPolicy = z.infer<typeof HandoffPolicy>;

const MaxSelfieAttempts = z.int().check(z.gte(1), z.lte(5));
const MinAge = z.int().check(z.gte(0), z.lte(120));
const OnSpoof = z.enum(['review', 'decline']);
/**
 * The consequence if the person refuses the measurement of their face: the case ends, or a human decides without it.
 */
export const WithoutFace = z.enum(['cancel', 'review']);
export type WithoutFace = z.infer<typeof WithoutFace>;

/** Whether the person may share a credential of a wallet, or must. */
export const CredentialPolicy = z.enum(['off', 'offer', 'require']);
export type CredentialPolicy = z.infer<typeof CredentialPolicy>;

/** Whether a person at a computer may ask the wallet on a phone, by a hand-off with a QR code. */
export const CredentialQr = z.enum(['enable', 'disable']);
export type CredentialQr = z.infer<typeof CredentialQr>;

/** Kinds of credential: personal identification data of the EU, mobile driving licence, photo ID. */
export const CredentialType = z.enum(['pid', 'mdl', 'photo_id']);
export type CredentialType = z.infer<typeof CredentialType>;

const CredentialTypes = z
  .array(CredentialType)
  .check(z.minLength(1, { error: 'required' }))
  .check(z.refine((types) => new Set(types).size === types.length, { error: 'duplicate' }));

/** Whether the person may show a document, or must. */
export const DocumentPolicy = z.enum(['off', 'offer', 'require']);
export type DocumentPolicy = z.infer<typeof DocumentPolicy>;

export const DocumentType = z.enum(['passport', 'id_card', 'residence_permit', 'driving_licence']);
export type DocumentType = z.infer<typeof DocumentType>;

const DocumentTypes = z
  .array(DocumentType)
  .check(z.minLength(1, { error: 'required' }))
  .check(z.refine((types) => new Set(types).size === types.length, { error: 'duplicate' }));

const DocumentCountries = z
  .array(Country)
  .check(z.refine((codes) => new Set(codes).size === codes.length, { error: 'duplicate' }));

/** The consequence of a document that has expired. */
export const DocumentExpired = z.enum(['review', 'decline', 'accept']);
/** Whether files count as pictures of a document; otherwise only the camera does. */
export const DocumentUpload = z.enum(['enable', 'disable']);
/** Whether the face is compared with the portrait of the document, or the portrait is shown to a reviewer only. */
export const DocumentPortrait = z.enum(['compare', 'evidence']);
/** What stays after the decision: the pictures for their retention, or only the fields. */
export const DocumentRetain = z.enum(['pictures', 'fields']);
const MaxDocumentAttempts = z.int().check(z.gte(1), z.lte(5));

/**
 * When a second reviewer must agree: always, if the screening has hits, or if a decision contradicts the measurements
 * or an earlier decision.
 */
export const FourEyes = z.enum(['never', 'hits', 'disagreement', 'always']);
export type FourEyes = z.infer<typeof FourEyes>;

/** The rules of the customer for one case; the defaults are in `defaultPolicy`. */
export const Policy = z.object({
  maxSelfieAttempts: MaxSelfieAttempts,
  minAge: MinAge,
  onSpoof: OnSpoof,
  fields: DetailsFields,
  handoff: HandoffPolicy,
  withoutFace: WithoutFace,
  fourEyes: FourEyes,
  credential: CredentialPolicy,
  credentialTypes: CredentialTypes,
  credentialQr: CredentialQr,
  document: DocumentPolicy,
  documentTypes: DocumentTypes,
  /** Issuing states as ISO 3166-1 alpha-2; empty: any. */
  documentCountries: DocumentCountries,
  documentExpired: DocumentExpired,
  documentUpload: DocumentUpload,
  maxDocumentAttempts: MaxDocumentAttempts,
  documentPortrait: DocumentPortrait,
  documentRetain: DocumentRetain,
});
export type Policy = z.infer<typeof Policy>;

export const defaultPolicy: Policy = {
  maxSelfieAttempts: 3,
  minAge: 18,
  onSpoof: 'review',
  fields: defaultDetailsFields,
  handoff: 'enable',
  withoutFace: 'cancel',
  fourEyes: 'never',
  credential: 'off',
  credentialTypes: ['pid', 'mdl', 'photo_id'],
  credentialQr: 'disable',
  document: 'off',
  documentTypes: ['passport', 'id_card', 'residence_permit', 'driving_licence'],
  documentCountries: [],
  documentExpired: 'review',
  documentUpload: 'disable',
  maxDocumentAttempts: 3,
  documentPortrait: 'compare',
  documentRetain: 'pictures',
};

/** The rules as sent by the customer. A missing rule has its default. */
export const GivenPolicy = z.strictObject({
  maxSelfieAttempts: z.optional(MaxSelfieAttempts),
  minAge: z.optional(MinAge),
  onSpoof: z.optional(OnSpoof),
  fields: z.optional(z.strictObject(z.partial(DetailsFields).shape)),
  handoff: z.optional(HandoffPolicy),
  withoutFace: z.optional(WithoutFace),
  fourEyes: z.optional(FourEyes),
  credential: z.optional(CredentialPolicy),
  credentialTypes: z.optional(CredentialTypes),
  credentialQr: z.optional(CredentialQr),
  document: z.optional(DocumentPolicy),
  documentTypes: z.optional(DocumentTypes),
  documentCountries: z.optional(DocumentCountries),
  documentExpired: z.optional(DocumentExpired),
  documentUpload: z.optional(DocumentUpload),
  maxDocumentAttempts: z.optional(MaxDocumentAttempts),
  documentPortrait: z.optional(DocumentPortrait),
  documentRetain: z.optional(DocumentRetain),
});
export type GivenPolicy = z.infer<typeof GivenPolicy>;

/** Adds defaults for missing rules. */
export function wholePolicy(given: GivenPolicy = {}): Policy {
  return withDefaults(defaultPolicy, {
    ...given,
    fields: withDefaults(defaultDetailsFields, given.fields ?? {}),
  });
}

type OptionalKeys<T> = { [Key in keyof T]?: T[Key] | undefined };

/** The given values, with defaults for missing or `undefined` ones. */
function withDefaults<T extends object>(defaults: T, overrides: OptionalKeys<T>): T {
  const whole = { ...defaults };
  for (const key in overrides) if (overrides[key] !== undefined) whole[key] = overrides[key];
  return whole;
}
