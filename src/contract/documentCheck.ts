import * as z from 'zod/mini';
import { documentLimits } from './documentLimits.ts';
import { idSchema } from './ids.ts';
import { Mode } from './mode.ts';
import { Prefill } from './personalDetails.ts';
import { DocumentType } from './policy.ts';
import { Timestamp, text } from './scalars.ts';

/**
 * `read`: the zone was read and agrees with itself, or the barcode of a licence was read, which is unsigned. `captured`:
 * pictures of a document that no machine read; a reviewer transcribes it. `unreadable`: the pictures do not show what they
 * should. None of them says that a document is genuine.
 */
export const DocumentStatus = z.enum([
  'requires_capture',
  'processing',
  'read',
  'captured',
  'unreadable',
  'expired',
]);
export type DocumentStatus = z.infer<typeof DocumentStatus>;

/** The status as returned to a page. */
export const SessionDocumentStatus = z.enum(['requires_capture', 'processing', 'completed', 'expired']);
export type SessionDocumentStatus = z.infer<typeof SessionDocumentStatus>;

/** The layout that was read: ICAO 9303 parts 4 to 7, or a licence's barcode. */
export const DocumentFormat = z.enum(['TD1', 'TD2', 'TD3', 'MRV_A', 'MRV_B', 'AAMVA']);
export type DocumentFormat = z.infer<typeof DocumentFormat>;

export const DocumentSide = z.enum(['front', 'back']);
export type DocumentSide = z.infer<typeof DocumentSide>;

/** How the pictures were made: by the page's camera, or from files of the person. */
export const DocumentSource = z.enum(['camera', 'upload']);
export type DocumentSource = z.infer<typeof DocumentSource>;

/** Why a document was not accepted, or goes to a reviewer. */
export const DocumentReason = z.enum([
  'document_not_found',
  'document_blurred',
  'document_glare',
  'document_cut_off',
  'document_unreadable',
  'document_check_digits',
  'document_expired',
  'document_type_not_accepted',
  'document_country_not_accepted',
  'document_details_differ',
  'document_sides_differ',
  'document_no_portrait',
  // In live mode: of the state Utopia, which issues none; beside it, if it is the drawn document of test mode.
  'document_specimen',
  'document_test',
  'document_replayed',
  'document_captured',
  'document_missing',
  // A fault of the service, not of the pictures.
  'check_failed',
  // The store of the service has them no longer, or not as they were.
  'pictures_lost',
]);
export type DocumentReason = z.infer<typeof DocumentReason>;

/** The detail of a person that a document states. */
export const DocumentField = z.enum(['familyName', 'givenName', 'dateOfBirth', 'nationalities']);
export type DocumentField = z.infer<typeof DocumentField>;

/** What was compared, and with which result. None of these checks shows that a document is genuine. */
export const DocumentChecks = z.object({
  /**
   * `partial`: a check digit is missing or illegible, none is wrong. `null`: nothing was read, or a barcode, which has none.
   */
  checkDigits: z.nullable(z.enum(['pass', 'fail', 'partial'])),
  expiry: z.enum(['valid', 'expired', 'unknown']),
  /** The zone, or the barcode, against the details of the case. */
  details: z.enum(['match', 'differs', 'not_compared']),
  differing: z.array(DocumentField),
  /** Zones and barcodes against each other. `one_side`: at most one could be read, so that nothing was compared. */
  sides: z.enum(['agree', 'differ', 'one_side']),
  portrait: z.enum(['usable', 'no_face', 'too_small', 'unreadable', 'absent']),
});
export type DocumentChecks = z.infer<typeof DocumentChecks>;

/** Evidence for a reviewer, not a verdict; `null` if not measured. */
export const DocumentSignals = z.object({
  /** Distance of the lines of the zone in pitches; ICAO 9303 has 2.5 (6.35 mm to 2.54 mm). */
  lineSpacing: z.nullable(z.number()),
  /**
   * The probability of the least certain character of the zone beside what else may stand there, 0 to 1; optional data aside. A
   * character that is blurred, covered or of another shape than its neighbours is less certain.
   */
  lowestConfidence: z.nullable(z.number()),
  /** Whether the page has hardly any colour, like a copy. */
  isColourless: z.nullable(z.boolean()),
  /**
   * Whether the small frames show the number that the stills show, in the zone or in the barcode; of a side without either the
   * portrait, and where no frame shows the number. `null` if they show neither.
   */
  trailAgrees: z.nullable(z.boolean()),
  /** Other cases of the same mode with this document, and how many of them with other names. */
  seenBefore: z.nullable(z.object({ cases: z.int(), otherNames: z.int() })),
});
export type DocumentSignals = z.infer<typeof DocumentSignals>;

/** What the zone or the barcode says. The fields that identify the person only with the scope `pii:read`. */
export const DocumentContent = z.object({
  type: z.nullable(DocumentType),
  format: z.nullable(DocumentFormat),
  /** As printed, without fillers: ISO 3166-1 alpha-3, or a code of ICAO 9303 part 3. */
  issuingState: z.nullable(z.string()),
  nationality: z.nullable(z.string()),
  /** `YYYY-MM-DD`; `null` if a part of it is unknown. */
  expiresOn: z.nullable(z.string()),
  numberLast4: z.nullable(z.string()),
  familyName: z.optional(z.nullable(z.string())),
  givenName: z.optional(z.nullable(z.string())),
  dateOfBirth: z.optional(z.nullable(z.string())),
  sex: z.optional(z.nullable(z.string())),
  number: z.optional(z.nullable(z.string())),
});
export type DocumentContent = z.infer<typeof DocumentContent>;

/**
 * What a reviewer reads on the pictures of a document; `null` where it can't be read. Dates as far as they are known, the state as
 * ISO 3166-1 alpha-2 or its code on documents. National numbers and optional data are not asked for.
 */
export const TranscribedContent = z.object({
  familyName: z.nullable(z.string()),
  givenName: z.nullable(z.string()),
  dateOfBirth: z.nullable(z.string()),
  number: z.nullable(z.string()),
  expiresOn: z.nullable(z.string()),
  issuingState: z.nullable(z.string()),
});
export const TranscribedField = z.keyof(TranscribedContent);
export type TranscribedField = z.infer<typeof TranscribedField>;

/** A field that was read of a document, by a machine or a reviewer. */
export const ReadField = z.enum([...TranscribedField.options, 'nationality', 'sex']);

/**
 * Who read which fields of a document. What a machine read is in `document`. What a reviewer read is here, and only once the
 * case is no longer in review: a second reviewer reads without the first.
 */
export const DocumentReading = z.object({
  by: z.enum(['zone', 'barcode', 'reviewer']),
  /** Where zone or barcode stand; `null` for a reviewer, who sees all pictures. */
  side: z.nullable(DocumentSide),
  /** The reviewer's id at the desk; `null` for a machine. */
  reviewer: z.nullable(z.string()),
  fields: z.array(ReadField),
  /** What the reviewer read; `null` for a machine, and without the scope `pii:read`. */
  values: z.nullable(TranscribedContent),
  readAt: z.nullable(Timestamp),
});
export type DocumentReading = z.infer<typeof DocumentReading>;

/** A document check as returned to the customer's back end. */
export const DocumentCheck = z.object({
  id: idSchema('doc'),
  object: z.literal('document_check'),
  mode: Mode,
  caseId: idSchema('case'),
  status: DocumentStatus,
  attempt: z.int(),
  nonce: z.string(),
  /** The sides to capture. */
  sides: z.array(DocumentSide),
  source: z.nullable(DocumentSource),
  document: z.nullable(DocumentContent),
  readings: z.array(DocumentReading),
  checks: DocumentChecks,
  reasons: z.array(DocumentReason),
  signals: DocumentSignals,
  engine: z.nullable(z.object({ name: z.string(), version: z.string() })),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  completedAt: z.nullable(Timestamp),
});
export type DocumentCheck = z.infer<typeof DocumentCheck>;

/** A document check as returned to the page: never a comparison. */
export const SessionDocumentCheck = z.extend(
  z.pick(DocumentCheck, {
    id: true,
    object: true,
    mode: true,
    caseId: true,
    nonce: true,
    sides: true,
    expiresAt: true,
  }),
  {
    status: SessionDocumentStatus,
    /** Why the person is asked for another picture; `null` if they are not. The page has the texts. */
    reason: z.nullable(DocumentReason),
    /** What the zone or the barcode says, to prefill the details; `null` if it was not read, and once the details are in. */
    read: z.nullable(Prefill),
  },
);
export type SessionDocumentCheck = z.infer<typeof SessionDocumentCheck>;

/** The body of POST /biometrics/document-check. A check that still waits for its capture stays the same. */
export const StartDocumentCheck = z.strictObject({ caseId: text(60), type: z.optional(DocumentType) });
export type StartDocumentCheck = z.infer<typeof StartDocumentCheck>;

const Times = z
  .array(z.number().check(z.gte(0), z.lte(documentLimits.seconds * 1000)))
  .check(z.maxLength(documentLimits.trail.max, { error: 'too_long' }));

/**
 * The fields of the multipart capture: for each side stills and, from a camera, small frames around them with the time
 * of each in milliseconds, increasing from 0.
 */
export const DocumentCaptureFields = z.strictObject({
  nonce: text(200),
  source: DocumentSource,
  frontTimes: z.optional(Times),
  backTimes: z.optional(Times),
});
export type DocumentCaptureFields = z.infer<typeof DocumentCaptureFields>;
