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
export { type BrowserClient, createBrowserClient } from './createBrowserClient.ts';
export type { BrowserClientOptions, CallOptions } from './createCaseClient.ts';
export {
  type ClientErrorCode,
  IdvApiError,
  IdvConnectionError,
  IdvError,
  type IdvErrorCode,
  IdvTimeoutError,
  isIdvError,
} from './errors.ts';
export * from './refusals.ts';
