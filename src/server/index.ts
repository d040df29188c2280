export {
  type ClientErrorCode,
  ConnectionError,
  IdvApiError,
  IdvError,
  TimeoutError,
} from '../client/errors.ts';
export {
  AuthenticationError,
  ConflictError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  ValidationError,
} from '../client/refusals.ts';
export type {
  AmlScreening,
  Case,
  CaseStatus,
  ClientSession,
  CreateCase,
  Decide,
  Delivery,
  ErrorCode,
  Event,
  EventType,
  FieldError,
  Page,
  PersonalDetails,
  Screen,
  SelfieCheck,
  SessionKey,
  StoredPersonalDetails,
  WebhookEndpoint,
} from '../contract/index.ts';
export { createIdvClient, type IdvClient, type IdvClientOptions } from './createIdvClient.ts';
export { handleReturn, type ReturnAddress } from './handleReturn.ts';
export type { PostOptions, RequestOptions } from './requestOptions.ts';
export type { ExpectedReturn, ReturnedCase } from './returnHandler.ts';
export type { SessionTarget } from './sessionHandler.ts';
export type { StartVerification } from './startVerification.ts';
export { type NodeHandler, type NodeHandlerOptions, toNodeHandler } from './toNodeHandler.ts';
export { Verification } from './Verification.ts';
export type { WaitOptions } from './waitForCase.ts';
export { WebhookVerificationError } from './webhooks/verifyWebhook.ts';
export { type WebhookHandlerOptions, webhookHandler } from './webhooks/webhookHandler.ts';
export { webhooks } from './webhooks/webhooks.ts';
