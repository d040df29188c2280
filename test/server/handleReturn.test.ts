import { expect, test } from 'vitest';
import { IdvError } from '../../src/client/errors.ts';
import { handleReturn } from '../../src/server/handleReturn.ts';

test('reads whole addresses and paths', () => {
  const url = 'https://shop.example/return?a=1&case_id=case_1&state=s1';
  for (const given of [url, new URL(url), url.slice('https://shop.example'.length)]) {
    expect(handleReturn(given, { state: 's1' })).toEqual({ caseId: 'case_1', state: 's1' });
  }
  expect(handleReturn('/return?case_id=case_1', { state: null })).toEqual({ caseId: 'case_1', state: null });
});

test.each(['s2', 's', 's11', '', null])('throws when the state should be %j', (state) => {
  expect(() => handleReturn('/return?case_id=case_1&state=s1', { state })).toThrow(IdvError);
});

test.each(['', 'case_id=', 'case_id=bio_1', 'case_id=case_1&case_id=case_2'])('throws at %j', (query) => {
  expect(() => handleReturn(`/return?${query}`, { state: null })).toThrow(/no case/);
});

test('throws where a state is missing', () => {
  expect(() => handleReturn('/return?case_id=case_1', { state: 's1' })).toThrow(/state/);
});

test('throws where nobody remembers whether there was a state', () => {
  const forgotten = { state: undefined } as never;
  expect(() => handleReturn('/return?case_id=case_1', forgotten)).toThrow(/state/);
});

test('refuses what is no address, and a call without a state, with an error of its own', () => {
  expect(() => handleReturn('http://', { state: null })).toThrow(IdvError);
  const call = handleReturn as (url: string) => unknown;
  expect(() => call('/return?case_id=case_1')).toThrow(/state/);
  expect(() => call('/return?case_id=case_1')).toThrow(IdvError);
});
