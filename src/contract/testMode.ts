import * as z from 'zod/mini';
import { CaseStatus } from './caseStatus.ts';
import { EventType } from './events.ts';

/** The body of POST /test/cases/:id/simulate: the state to move a test case to; legal transitions only. */
export const Simulate = z.strictObject({ to: CaseStatus });
export type Simulate = z.infer<typeof Simulate>;

/** The body of POST /test/events: the kind of event to emit. */
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
] as const;
export type TestOutcome = (typeof testOutcomes)[number];

/** Which outcome a family name forces, if any. */
export function testOutcomeOf(familyName: string): TestOutcome | null {
  return testOutcomes.find((outcome) => familyName === `IDVTEST_${outcome}`) ?? null;
}
