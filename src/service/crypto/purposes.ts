/**
 * The purpose of a sealed value. A value sealed for one purpose cannot be opened for another. Created in this file
 * only.
 */
export type Purpose = string & { readonly isPurpose: true };

const purpose = (text: string) => text as Purpose;

/** Every purpose of the vault. Stored values are bound to these texts: they must never change. */
export const purposes = {
  prefill: purpose('prefill'),
  /** Of the details that a credential proves. */
  proven: purpose('proven'),
  /** Of the nonce and key of a request to a wallet. */
  credentialSession: (id: string) => purpose(`credential session ${id}`),
  credentialAnswer: (id: string) => purpose(`credential answer ${id}`),
  /** Of the customer's fields of a case. */
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
  /** Of a file of a capture, and of the visual content of a frame. */
  selfieMark: (mode: string) => purpose(`selfie mark ${mode}`),
  reviewNote: purpose('review note'),
  judgementNote: purpose('judgement note'),
  screening: (part: 'input' | 'hits', screeningId: string) => purpose(`screening ${part} ${screeningId}`),
  hitNote: (key: string) => purpose(`hit note ${key}`),
  batchPart: (kind: 'rows' | 'answers', position: number) => purpose(`batch ${kind} ${position}`),
  watch: (id: string) => purpose(`watch ${id}`),
  watchReference: (id: string) => purpose(`watch reference ${id}`),
  /** Of the list entry at the time of a resolution. */
  hitEntity: (key: string) => purpose(`hit entity ${key}`),
  hitSubject: purpose('hit subject'),
  /** Of a reviewer's decision on a hit, and the content shown. */
  hitDecision: (id: string) => purpose(`hit decision ${id}`),
  /** Of the id of an entity on a list. */
  listedEntity: purpose('listed entity'),
  hitResolution: purpose('hit resolution'),
  webhookSecret: (endpointId: string) => purpose(`webhook secret ${endpointId}`),
  /** Of a line of the audit log and all before it. */
  auditLink: purpose('audit link'),
  /** For a line of the audit log. */
  auditLine: purpose('audit line'),
  /** Of how long the audit log is, and how it ends. */
  auditHead: purpose('audit head'),
  idempotencyKey: (owner: string) => purpose(`idempotency key ${owner}`),
  /** Of an Idempotency-Key, by its fingerprint. */
  answer: (owner: string, key: string) => purpose(`answer ${owner} ${key}`),
  /** Of method, path and payload. */
  idempotentRequest: purpose('idempotent request'),
  /** Of a bucket of the rate limits. */
  rateLimit: purpose('rate limit'),
  /** Of an export: its key and its content. */
  exported: purpose('exported'),
  /** By a master key. */
  rootKey: purpose('root key'),
  /** Of nothing that is kept: whether a data key opens. */
  trial: purpose('trial'),
};
