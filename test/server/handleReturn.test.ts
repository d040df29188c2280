import { describe, expect, test } from 'vitest';
import { IdvError } from '../../src/client/errors.ts';
import { createIdvClient } from '../../src/server/createIdvClient.ts';
import { handleReturn } from '../../src/server/handleReturn.ts';
import { scriptedServer } from '../support/scriptedServer.ts';

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

describe('with the person who is signed in', () => {
  const person = { state: 's1', clientReferenceId: 'customer-1' };
  const url = '/return?case_id=case_1&state=s1';
  const returnTo = async (found: object) => {
    const { baseUrl } = await scriptedServer([200, { id: 'case_1', ...found }]);
    return createIdvClient({ apiKey: 'idv_test_x', baseUrl, maxRetries: 0 }).handleReturn;
  };

  test('gives the case of that person', async () => {
    const handle = await returnTo({ clientReferenceId: 'customer-1', status: 'approved' });
    expect(await handle(url, person)).toMatchObject({
      caseId: 'case_1',
      state: 's1',
      case: { status: 'approved' },
    });
  });

  test.each(['customer-2', '', null])('refuses the case of %j', async (clientReferenceId) => {
    const handle = await returnTo({ clientReferenceId, status: 'approved' });
    await expect(handle(url, person)).rejects.toMatchObject({ code: 'return_person_mismatch' });
  });

  test.each([undefined, null, ''])('refuses where the person is %j', async (clientReferenceId) => {
    const handle = await returnTo({ clientReferenceId: clientReferenceId ?? null, status: 'approved' });
    const forgotten = { state: 's1', clientReferenceId } as never;
    await expect(handle(url, forgotten)).rejects.toMatchObject({ code: 'return_person_mismatch' });
  });

  test('without the person it reads the address alone', async () => {
    const handle = await returnTo({});
    expect(handle(url, { state: 's1' })).toEqual({ caseId: 'case_1', state: 's1' });
  });
});
