import type * as z from 'zod/mini';
import { AmlReport } from './amlReport.ts';
import { AmlScreening, Screen } from './amlScreening.ts';
import { ApiKey, CreateApiKey, CreatedApiKey, RollApiKey } from './apiKey.ts';
import { Batch, CreateBatch, ReadBatchResults } from './batch.ts';
import { Branding, PutBranding, StoredBranding } from './branding.ts';
import { Case, CreateCase, CreatedCase, Decide, DecidedCase, SessionCase } from './case.ts';
import { Consent, GiveConsent, ShownConsent } from './consent.ts';
import {
  AnswerCredentialRequest,
  Credential,
  CredentialReceipt,
  CredentialRequest,
  StartCredentialRequest,
  StartedCredentialRequest,
} from './credential.ts';
import {
  DocumentCaptureFields,
  DocumentCheck,
  SessionDocumentCheck,
  StartDocumentCheck,
} from './documentCheck.ts';
import type { EndpointName } from './endpoints.ts';
import { Delivery, Event, Redeliver } from './events.ts';
import { ConfirmHandoff, Handoff, JoinedHandoff, JoinHandoff, StartedHandoff } from './handoff.ts';
import { AmlException, Hit, ListedEntity, ReadEntity, ResolvedHit, ResolveHit } from './hit.ts';
import { Link, LinkTexts, ReadLinkTexts, RedeemedLink, RedeemLink } from './link.ts';
import { AmlMonitoring, ReadMonitoring } from './monitoring.ts';
import type { OpenEndpointName } from './openEndpoints.ts';
import { ListCases, ListEvents, ListScreenings, ListWatches, Paging, pageOf } from './page.ts';
import { PersonalDetails, PersonalDetailsReceipt, StoredPersonalDetails } from './personalDetails.ts';
import { ReferenceImage, ReferenceImageFields } from './referenceImage.ts';
import { AuditLine, CaseClaim, ListAudit, SelfieFrames } from './review.ts';
import { CaptureFields, SelfieCheck, SessionSelfieCheck, StartSelfieCheck } from './selfieCheck.ts';
import { CreateSessionKey, SessionKey } from './sessionKey.ts';
import { ReadStats, Stats } from './stats.ts';
import { EmitTestEvent, Simulate } from './testMode.ts';
import { PutThresholds, Thresholds } from './thresholds.ts';
import type { Upload } from './upload.ts';
import { uploads } from './uploads.ts';
import type { WalletEndpointName } from './walletEndpoints.ts';
import { WalletForm, WalletRedirect } from './walletForm.ts';
import { CreateWatch, Watch } from './watch.ts';
import {
  CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  RecoverWebhooks,
  UpdateWebhookEndpoint,
  WebhookEndpoint,
  WebhookRecovery,
} from './webhookEndpoint.ts';

/** The input and output of an endpoint. */
export interface EndpointSchemas {
  query?: z.ZodMiniType;
  /** For a multipart body: the fields other than the files. */
  body?: z.ZodMiniType;
  /** The files of a multipart body. */
  upload?: Upload;
  /** Absent if a successful response has no body. */
  response?: z.ZodMiniType;
  /** The response to a session key, if it differs. */
  sessionResponse?: z.ZodMiniType;
}

/** The schemas of every endpoint of the table `endpoints`. */
export const endpointSchemas = {
  retrieveCase: { response: Case, sessionResponse: SessionCase },
  giveConsent: { body: GiveConsent, response: Consent },
  submitPersonalDetails: { body: PersonalDetails, response: PersonalDetailsReceipt },
  startSelfieCheck: { body: StartSelfieCheck, response: SelfieCheck, sessionResponse: SessionSelfieCheck },
  extendSelfieCheck: { response: SelfieCheck, sessionResponse: SessionSelfieCheck },
  captureSelfie: {
    body: CaptureFields,
    upload: uploads.capture,
    response: SelfieCheck,
    sessionResponse: SessionSelfieCheck,
  },
  retrieveSelfieCheck: { response: SelfieCheck, sessionResponse: SessionSelfieCheck },
  createCase: { body: CreateCase, response: CreatedCase },
  listCases: { query: ListCases, response: pageOf(Case) },
  retrieveConsent: { response: ShownConsent },
  retrievePersonalDetails: { response: StoredPersonalDetails },
  cancelCase: { response: Case },
  decideCase: { body: Decide, response: DecidedCase },
  eraseCase: { response: Case },
  createSessionKey: { body: CreateSessionKey, response: SessionKey },
  revokeSessionKeys: {},
  createLink: { response: Link },
  deleteLink: {},
  drawLink: {},
  startHandoff: { response: StartedHandoff },
  retrieveHandoff: { response: Handoff },
  endHandoff: {},
  confirmHandoff: { body: ConfirmHandoff, response: Handoff },
  startCredentialRequest: { body: StartCredentialRequest, response: StartedCredentialRequest },
  answerCredentialRequest: { body: AnswerCredentialRequest, response: CredentialReceipt },
  retrieveCredentialRequest: { response: CredentialRequest },
  retrieveCredential: { response: Credential },
  startDocumentCheck: {
    body: StartDocumentCheck,
    response: DocumentCheck,
    sessionResponse: SessionDocumentCheck,
  },
  captureDocument: {
    body: DocumentCaptureFields,
    upload: uploads.document,
    response: DocumentCheck,
    sessionResponse: SessionDocumentCheck,
  },
  retrieveDocumentCheck: { response: DocumentCheck, sessionResponse: SessionDocumentCheck },
  retrieveLinkTexts: { query: ReadLinkTexts, response: LinkTexts },
  addReferenceImage: {
    body: ReferenceImageFields,
    upload: uploads.referenceImage,
    response: ReferenceImage,
  },
  claimCase: { response: CaseClaim },
  releaseCase: { response: CaseClaim },
  listFrames: { response: SelfieFrames },
  retrieveFrame: {},
  retrieveTrailFrame: {},
  listAudit: { query: ListAudit, response: pageOf(AuditLine) },
  screen: { body: Screen, response: AmlScreening },
  retrieveScreening: { response: AmlScreening },
  reportScreening: { response: AmlReport },
  listHits: { query: Paging, response: pageOf(Hit) },
  listScreenings: { query: ListScreenings, response: pageOf(AmlScreening) },
  readMonitoring: { query: ReadMonitoring, response: AmlMonitoring },
  listExceptions: { query: Paging, response: pageOf(AmlException) },
  listThresholds: { query: Paging, response: pageOf(Thresholds) },
  putThresholds: { body: PutThresholds, response: Thresholds },
  retrieveEntity: { query: ReadEntity, response: ListedEntity },
  resolveHit: { body: ResolveHit, response: ResolvedHit },
  createWatch: { body: CreateWatch, response: Watch },
  listWatches: { query: ListWatches, response: pageOf(Watch) },
  retrieveWatch: { response: Watch },
  deleteWatch: {},
  eraseScreening: {},
  eraseBatch: {},
  createBatch: { body: CreateBatch, upload: uploads.batch, response: Batch },
  retrieveBatch: { response: Batch },
  retrieveBatchResults: { query: ReadBatchResults },
  createWebhookEndpoint: { body: CreateWebhookEndpoint, response: CreatedWebhookEndpoint },
  listWebhookEndpoints: { query: Paging, response: pageOf(WebhookEndpoint) },
  retrieveWebhookEndpoint: { response: WebhookEndpoint },
  updateWebhookEndpoint: { body: UpdateWebhookEndpoint, response: WebhookEndpoint },
  deleteWebhookEndpoint: {},
  testWebhookEndpoint: { response: Event },
  rotateWebhookSecret: { response: CreatedWebhookEndpoint },
  recoverWebhooks: { body: RecoverWebhooks, response: WebhookRecovery },
  listEvents: { query: ListEvents, response: pageOf(Event) },
  retrieveEvent: { response: Event },
  listDeliveries: { query: Paging, response: pageOf(Delivery) },
  redeliverEvent: { body: Redeliver, response: Event },
  retrieveBranding: { response: Branding },
  putBranding: { body: PutBranding, response: StoredBranding },
  readStats: { query: ReadStats, response: Stats },
  listKeys: { query: Paging, response: pageOf(ApiKey) },
  createKey: { body: CreateApiKey, response: CreatedApiKey },
  rollKey: { body: RollApiKey, response: CreatedApiKey },
  revokeKey: {},
  simulateCase: { body: Simulate, response: Case },
  emitTestEvent: { body: EmitTestEvent, response: Event },
} as const satisfies Record<EndpointName, EndpointSchemas>;

/** The schemas of the endpoints without a key. */
export const openEndpointSchemas = {
  redeemLink: { body: RedeemLink, response: RedeemedLink },
  joinHandoff: { body: JoinHandoff, response: JoinedHandoff },
} as const satisfies Record<OpenEndpointName, EndpointSchemas>;

/** The schemas of the endpoints for wallets. A request object is a JWT, which has none. */
export const walletEndpointSchemas = {
  fetchWalletRequest: {},
  answerWalletRequest: { body: WalletForm, response: WalletRedirect },
} as const satisfies Record<WalletEndpointName, EndpointSchemas>;
