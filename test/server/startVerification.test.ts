import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createIdvClient } from '../../src/server/createIdvClient.ts';
import { scriptedServer } from '../support/scriptedServer.ts';

const input = { type: 'kyc_individual', returnUrl: 'https://shop.example/return?a=1', state: 's1' } as const;
const session = { sessionKey: 'idvs_test_secret', expiresAt: '2030-01-01T00:00:00.000Z' };
const created = { id: 'case_1', object: 'case', status: 'requires_input', session };

async function client(answer: object) {
  const { baseUrl, requests } = await scriptedServer([201, answer]);
  const publicBaseUrl = 'https://api.example/v1';
  return { idv: createIdvClient({ apiKey: 'idv_test_x', baseUrl, publicBaseUrl }), requests };
}

test('creates the case with a session for the origin of the return URL', async () => {
  const { idv, requests } = await client(created);
  const verification = await idv.startVerification(input, { idempotencyKey: 'k' });
  expect(JSON.parse(requests[0]!.body)).toEqual({
    ...input,
    session: { allowedOrigins: ['https://shop.example'] },
  });
  expect(requests[0]!.headers['idempotency-key']).toBe('k');
  expect(verification.id).toBe('case_1');
  expect(verification.case.status).toBe('requires_input');
  expect(verification.toClient()).toEqual({
    caseId: 'case_1',
    ...session,
    baseUrl: 'https://api.example/v1',
  });
});

test('allows the origins in allowedOrigins', async () => {
  const { idv, requests } = await client(created);
  await idv.startVerification({ ...input, allowedOrigins: ['https://www.shop.example'] });
  expect(JSON.parse(requests[0]!.body)).toEqual({
    ...input,
    session: { allowedOrigins: ['https://www.shop.example'] },
  });
});

test('the key appears in no log', async () => {
  const { idv } = await client(created);
  const verification = await idv.startVerification(input);
  const shown = [
    inspect(verification, { depth: 9, showHidden: true }),
    JSON.stringify(verification),
    JSON.stringify({ ...verification }),
    inspect(idv, { depth: 9, showHidden: true }),
    String(verification),
  ].join();
  expect(shown).toContain('case_1');
  expect(shown).not.toMatch(/idvs_test_secret|idv_test_x/);
});

test('refuses an invalid return URL, and a response without a session', async () => {
  const { idv, requests } = await client({ ...created, session: undefined });
  await expect(idv.startVerification({ ...input, returnUrl: '/return' })).rejects.toThrow(/returnUrl/);
  expect(requests).toHaveLength(0);
  await expect(idv.startVerification(input)).rejects.toThrow(/session key/);
});
