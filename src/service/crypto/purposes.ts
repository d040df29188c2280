/**
 * The purpose of a sealed value. A value sealed for one purpose cannot be opened for another. Created in this file
 * only.
 */
export type Purpose = string & { readonly isPurpose: true };

const purpose = (text: string) => text as Purpose;

/** Every purpose of the vault. Stored values are bound to these texts: they must never change. */
export const purposes = {
  prefill: purpose('prefill'),
  /** Details that a credential proves. */
  proven: purpose('proven'),
  birthDate: purpose('birth date'),
  /** Version, language and hash of the text of a consent. */
  consentWords: purpose('consent words'),
  consentText: purpose('consent text'),
  /** Nonce and key of a request to a wallet. */
  credentialSession: (id: string) => purpose(`credential session ${id}`),
  credentialAnswer: (id: string) => purpose(`credential answer ${id}`),
  documentFields: (id: string) => purpose(`document fields ${id}`),
  documentPicture: (id: string, side: string, position: number) =>
    purpose(`document picture ${id} ${side} ${position}`),
  documentTranscription: (checkId: string, round: number, reviewer: string) =>
    purpose(`document transcription ${checkId} ${round} ${reviewer}`),
  /** Fingerprint of the number or of a file of a document. */
  documentMark: (mode: string) => purpose(`document mark ${mode}`),
  /** The customer's fields of a case. */
  customer: purpose('customer'),
  link: purpose('link'),
  handoffAddress: purpose('hand-off address'),
  handoffDigits: purpose('hand-off digits'),
  customerReference: purpose('customer reference'),
  decisionReasons: purpose('decision reasons'),
  event: (id: string) => purpose(`event ${id}`),
  details: (revision: number) => purpose(`details ${revision}`),
  frame: (checkId: string, position: number) => purpose(`frame ${checkId} ${position}`),
  trail: (checkId: string) => purpose(`trail ${checkId}`),
  referenceImage: purpose('reference image'),
  /** Fingerprint of a captured file, or of the visual content of a frame. */
  selfieMark: (mode: string) => purpose(`selfie mark ${mode}`),
  reviewNote: purpose('review note'),
  judgementNote: purpose('judgement note'),
  sampleHits: purpose('sample hits'),
  caseComment: (position: number) => purpose(`case comment ${position}`),
  screening: (part: 'input' | 'hits', screeningId: string) => purpose(`screening ${part} ${screeningId}`),
  hitNote: (key: string) => purpose(`hit note ${key}`),
  batchPart: (kind: 'rows' | 'answers', position: number) => purpose(`batch ${kind} ${position}`),
  watch: (id: string) => purpose(`watch ${id}`),
  watchReference: (id: string) => purpose(`watch reference ${id}`),
  /** The list entry at the time of a resolution. */
  hitEntity: (key: string) => purpose(`hit entity ${key}`),
  hitSubject: purpose('hit subject'),
  /** A reviewer's decision on a hit, with the content shown. */
  hitDecision: (id: string) => purpose(`hit decision ${id}`),
  /** Fingerprint of the id of a listed entity. */
  listedEntity: purpose('listed entity'),
  hitResolution: purpose('hit resolution'),
  webhookSecret: (endpointId: string) => purpose(`webhook secret ${endpointId}`),
  /** Link of an audit line: a fingerprint of the line and of the previous link. */
  auditLink: purpose('audit link'),
  /** MAC of an audit line. */
  auditLine: purpose('audit line'),
  /** Count and head of the audit chain. */
  auditHead: purpose('audit head'),
  idempotencyKey: (owner: string) => purpose(`idempotency key ${owner}`),
  /** Stored response to an Idempotency-Key; `key` is its fingerprint. */
  answer: (owner: string, key: string) => purpose(`answer ${owner} ${key}`),
  /** Fingerprint of method, path and payload. */
  idempotentRequest: purpose('idempotent request'),
  /** Fingerprint of the name of a rate-limit bucket. */
  rateLimit: purpose('rate limit'),
  /** Fingerprints of an export: of its master key and of its content. */
  exported: purpose('exported'),
  /** The root key, sealed by a master key. */
  rootKey: purpose('root key'),
  /** A test value that is not stored, to check whether a data key can be unwrapped. */
  trial: purpose('trial'),
};
