import { describe, expect, test } from 'vitest';
import { IdvError } from '../../src/client/errors.ts';
import { createIdvClient } from '../../src/server/createIdvClient.ts';
import { parseReturnUrl } from '../../src/server/returns.ts';
import { scriptedServer } from '../support/scriptedServer.ts';

describe('parseReturnUrl', () => {
  test('reads absolute URLs and paths', () => {
    const url = 'https://shop.example/return?a=1&case_id=case_1&state=s1';
    for (const value of [url, new URL(url), url.slice('https://shop.example'.length)])
      expect(parseReturnUrl(value)).toEqual({ caseId: 'case_1', state: 's1' });
    expect(parseReturnUrl('/return?case_id=case_1')).toEqual({ caseId: 'case_1', state: null });
  });

  test.each(['', 'case_id=', 'case_id=bio_1', 'case_id=case_1&case_id=case_2'])('refuses %j', (query) => {
    expect(() => parseReturnUrl(`/return?${query}`)).toThrow(/no case_id/);
  });

  test('refuses an invalid URL with its own error', () => {
    expect(() => parseReturnUrl('http://')).toThrow(IdvError);
  });
});

describe('returns.verify', () => {
  const clientReferenceId = 'customer-1';
  const url = '/return?case_id=case_1&state=s1';
  const returning = async (found: object = { clientReferenceId, status: 'approved' }) => {
    const { baseUrl, requests } = await scriptedServer([200, { id: 'case_1', ...found }]);
    const { returns } = createIdvClient({ apiKey: 'idv_test_x', baseUrl, maxRetries: 0 });
    return { verify: returns.verify, requests };
  };

  test('returns the case of the person, from a request or a URL', async () => {
    const { verify } = await returning();
    const absolute = `https://shop.example${url}`;
    for (const value of [url, new URL(absolute), new Request(absolute), { url }])
      expect(await verify(value, { clientReferenceId })).toEqual({
        caseId: 'case_1',
        state: 's1',
        case: { id: 'case_1', clientReferenceId, status: 'approved' },
      });
  });

  test('compares the state if one is given', async () => {
    const { verify } = await returning();
    expect((await verify(url, { clientReferenceId, state: 's1' })).caseId).toBe('case_1');
    const without = await verify('/return?case_id=case_1', { clientReferenceId, state: null });
    expect(without.state).toBeNull();
  });

  // `undefined` comes from a lost session.
  test.each(['s2', 's', 's11', '', null, undefined])(
    'refuses the state %j before it requests the case',
    async (state) => {
      const { verify, requests } = await returning();
      const expected = { clientReferenceId, state } as { clientReferenceId: string; state: string };
      await expect(verify(url, expected)).rejects.toMatchObject({ code: 'return_state_mismatch' });
      expect(requests).toHaveLength(0);
    },
  );

  test('refuses a URL without the expected state', async () => {
    const { verify } = await returning();
    const expected = { clientReferenceId, state: 's1' };
    const call = verify('/return?case_id=case_1', expected);
    await expect(call).rejects.toMatchObject({ code: 'return_state_mismatch' });
  });

  test.each(['customer-2', '', null])('refuses the case of %j', async (other) => {
    const { verify } = await returning({ clientReferenceId: other });
    const call = verify(url, { clientReferenceId });
    await expect(call).rejects.toMatchObject({ code: 'return_person_mismatch' });
  });

  test.each([undefined, null, ''])('refuses if the person is %j', async (person) => {
    const { verify } = await returning({ clientReferenceId: person ?? null });
    const call = verify(url, { clientReferenceId: person as unknown as string });
    await expect(call).rejects.toMatchObject({ code: 'return_person_mismatch' });
  });
});
