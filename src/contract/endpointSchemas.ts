import type * as z from 'zod/mini';
import { AmlScreening, Hit, ResolveHit, Screen } from './amlScreening.ts';
import { Case, CreateCase, CreatedCase, Decide, SessionCase } from './case.ts';
import { Consent, GiveConsent } from './consent.ts';
import type { EndpointName } from './endpoints.ts';
import { Delivery, Event, Redeliver } from './events.ts';
import { ListCases, ListEvents, Paging, pageOf } from './page.ts';
import { PersonalDetails, PersonalDetailsReceipt, StoredPersonalDetails } from './personalDetails.ts';
import { ReferenceImage, ReferenceImageFields } from './referenceImage.ts';
import { CaptureFields, SelfieCheck, SessionSelfieCheck, StartSelfieCheck } from './selfieCheck.ts';
import { CreateSessionKey, SessionKey } from './sessionKey.ts';
import { EmitTestEvent, Simulate } from './testMode.ts';
import {
  CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  UpdateWebhookEndpoint,
  WebhookEndpoint,
} from './webhookEndpoint.ts';

/** What goes in and out of an endpoint. */
export interface EndpointSchemas {
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** Absent where success has no body. */
  response?: z.ZodMiniType;
  /** The answer to a session key, where it differs. */
  sessionResponse?: z.ZodMiniType;
}

/** The schemas of every endpoint, beside the table `endpoints`. */
export const endpointSchemas = {
  retrieveCase: { response: Case, sessionResponse: SessionCase },
  giveConsent: { body: GiveConsent, response: Consent },
  submitPersonalDetails: { body: PersonalDetails, response: PersonalDetailsReceipt },
  startSelfieCheck: { body: StartSelfieCheck, response: SelfieCheck, sessionResponse: SessionSelfieCheck },
  captureSelfie: { body: CaptureFields, response: SelfieCheck, sessionResponse: SessionSelfieCheck },
  retrieveSelfieCheck: { response: SelfieCheck, sessionResponse: SessionSelfieCheck },
  createCase: { body: CreateCase, response: CreatedCase },
  listCases: { query: ListCases, response: pageOf(Case) },
  retrievePersonalDetails: { response: StoredPersonalDetails },
  cancelCase: { response: Case },
  decideCase: { body: Decide, response: Case },
  createSessionKey: { body: CreateSessionKey, response: SessionKey },
  revokeSessionKeys: {},
  addReferenceImage: { body: ReferenceImageFields, response: ReferenceImage },
  screen: { body: Screen, response: AmlScreening },
  retrieveScreening: { response: AmlScreening },
  resolveHit: { body: ResolveHit, response: Hit },
  createWebhookEndpoint: { body: CreateWebhookEndpoint, response: CreatedWebhookEndpoint },
  listWebhookEndpoints: { query: Paging, response: pageOf(WebhookEndpoint) },
  retrieveWebhookEndpoint: { response: WebhookEndpoint },
  updateWebhookEndpoint: { body: UpdateWebhookEndpoint, response: WebhookEndpoint },
  deleteWebhookEndpoint: {},
  testWebhookEndpoint: { response: Event },
  listEvents: { query: ListEvents, response: pageOf(Event) },
  retrieveEvent: { response: Event },
  listDeliveries: { query: Paging, response: pageOf(Delivery) },
  redeliverEvent: { body: Redeliver, response: Event },
  simulateCase: { body: Simulate, response: Case },
  emitTestEvent: { body: EmitTestEvent, response: Event },
} as const satisfies Record<EndpointName, EndpointSchemas>;
