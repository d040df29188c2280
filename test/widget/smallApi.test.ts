import { expect, test } from 'vitest';
import { byContract } from './support/byContract.ts';

const at = '2026-01-01T00:00:00.000Z';
const consent = { biometric: true, face: true, textVersion: '2026-01', locale: 'en', textHash: null, at };

test('the small API returns only responses that the real service can return', () => {
  expect(byContract('giveConsent', [200, consent])).toEqual([200, consent]);
});

test.each([
  ['another status', [201, consent]],
  ['a missing key', [200, { ...consent, at: undefined }]],
  ['a key that the contract does not know', [200, { ...consent, caseId: 'case_1' }]],
  ['a problem without its request id', [503, { code: 'unavailable' }]],
] as const)('%s is refused', (_, [status, body]) => {
  expect(() => byContract('giveConsent', [status, body])).toThrow();
});
