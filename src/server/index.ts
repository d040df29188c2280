export {
  type ClientErrorCode,
  IdvApiError,
  IdvConnectionError,
  IdvError,
  type IdvErrorCode,
  IdvTimeoutError,
  isIdvError,
  type WebhookRefusal,
} from '../client/errors.ts';
export * from '../client/refusals.ts';
export type {
  AmlListEventData,
  AmlScreening,
  AmlScreeningEventData,
  Case,
  CaseEventData,
  CaseStatus,
  ClientSession,
  CreateCase,
  Decide,
  Delivery,
  DocumentCheck,
  DocumentCheckEventData,
  ErrorCode,
  Event,
  EventType,
  FieldError,
  HandoffEventData,
  Page,
  PersonalDetails,
  PersonalDetailsEventData,
  Screen,
  SelfieCheck,
  SelfieCheckEventData,
  SessionKey,
  StoredPersonalDetails,
  TestEventData,
  WebhookEndpoint,
  WebhookEndpointEventData,
} from '../contract/index.ts';
export { createIdvClient, type IdvClient, type IdvClientOptions } from './createIdvClient.ts';
export type { PagedList } from './pagedList.ts';
export type { PostOptions, RequestOptions } from './requestOptions.ts';
export { type ExpectedReturn, parseReturnUrl, type ReturnAddress, type VerifiedReturn } from './returns.ts';
export type { SessionTarget } from './sessionHandler.ts';
export type { StartVerification } from './startVerification.ts';
export { type NodeHandler, type NodeHandlerOptions, toNodeHandler } from './toNodeHandler.ts';
export { Verification } from './Verification.ts';
export type { WaitOptions } from './waitForCase.ts';
export { WebhookVerificationError } from './webhooks/verifyWebhook.ts';
export { type WebhookHandlerOptions, webhookHandler } from './webhooks/webhookHandler.ts';
export { webhooks } from './webhooks/webhooks.ts';
