export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  IdvApiError,
  IdvError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
} from '../client/errors.ts';
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
export { handleReturn } from './handleReturn.ts';
export type { PostOptions, RequestOptions } from './requestOptions.ts';
export type { SessionTarget } from './sessionHandler.ts';
export type { StartVerification } from './startVerification.ts';
export { Verification } from './verification.ts';
export type { WaitOptions } from './waitForCase.ts';
export { WebhookVerificationError } from './webhooks/WebhookVerificationError.ts';
export { type WebhookHandlerOptions, webhookHandler } from './webhooks/webhookHandler.ts';
export { webhooks } from './webhooks/webhooks.ts';
