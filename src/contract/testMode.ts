import * as z from 'zod/mini';
import { CaseStatus } from './caseStatus.ts';
import { EventType } from './events.ts';

/** The body of POST /test/cases/:id/simulate: the target status of a test case; legal transitions only. */
export const Simulate = z.strictObject({ to: CaseStatus });
export type Simulate = z.infer<typeof Simulate>;

/** The body of POST /test/events: the type of the event to emit. */
export const EmitTestEvent = z.strictObject({ type: EventType });
export type EmitTestEvent = z.infer<typeof EmitTestEvent>;

/** The reserved family names that force an outcome in test mode, without their prefix `IDVTEST_`. */
export const testOutcomes = [
  'APPROVE',
  'SELFIE_RETRY_1',
  'SPOOF',
  'FACE_MISMATCH',
  'UNDERAGE',
  'AML_POSSIBLE',
  'AML_SANCTION',
  'AML_PEP',
  'AML_DOWN',
  'REVIEW_APPROVE',
  'REVIEW_DECLINE',
  'SLOW_10',
  'ERROR_503',
  'CREDENTIAL_REVOKED',
  'CREDENTIAL_EXPIRED',
  'CREDENTIAL_UNTRUSTED',
  'CREDENTIAL_NO_PORTRAIT',
  'CREDENTIAL_OTHER_FACE',
  'DOCUMENT_EXPIRED',
  'DOCUMENT_UNREADABLE',
  'DOCUMENT_DIFFERS',
  'DOCUMENT_OTHER_FACE',
  'DOCUMENT_MISSING',
] as const;
export type TestOutcome = (typeof testOutcomes)[number];

/** The outcome that a family name forces; `null` if there is none. */
export function testOutcomeOf(familyName: string): TestOutcome | null {
  return testOutcomes.find((outcome) => familyName === `IDVTEST_${outcome}`) ?? null;
}
