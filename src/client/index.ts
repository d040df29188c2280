export type {
  ChallengeStep,
  ClientSession,
  Consent,
  ErrorCode,
  FieldError,
  GiveConsent,
  PersonalDetails,
  PersonalDetailsReceipt,
  SessionCase,
  SessionSelfieCheck,
} from '../contract/index.ts';
export type { Capture } from './captureForm.ts';
export {
  type BrowserClient,
  type BrowserClientOptions,
  type CallOptions,
  createBrowserClient,
} from './createBrowserClient.ts';
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
} from './errors.ts';
