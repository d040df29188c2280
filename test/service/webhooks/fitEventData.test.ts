import { expect, test } from 'vitest';
import { apiVersion } from '../../../src/contract/events.ts';
import { newId } from '../../../src/contract/ids.ts';
import { fitEventData } from '../../../src/service/events/viewEvent.ts';

const data = {
  caseId: newId('case'),
  status: 'declined',
  previousStatus: 'in_review',
  version: 7,
  clientReferenceId: null,
  reasons: ['under_minimum_age'],
};

test('data within the limit is unchanged', () => {
  expect(fitEventData(data)).toEqual(data);
});

test('drops the last of many long reasons to keep the webhook under 4 KB', () => {
  const reasons = Array.from({ length: 20 }, (_, number) => `${number} ${'漢'.repeat(97)}`);
  const clientReferenceId = '\u0001'.repeat(200);
  const fitting = fitEventData({ ...data, clientReferenceId, reasons });
  expect(fitting.reasons.length).toBeGreaterThan(5);
  expect(fitting.reasons).toEqual(reasons.slice(0, fitting.reasons.length));
  const id = newId('evt');
  const event = { id, type: 'case.decision_revised', mode: 'live', timestamp: new Date().toISOString() };
  expect(Buffer.byteLength(JSON.stringify({ ...event, apiVersion, data: fitting }))).toBeLessThan(4096);
});
