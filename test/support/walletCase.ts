import type { TestService } from './service.ts';
import { newCase } from './verification.ts';
import { WALLET_ORIGIN } from './walletHolder.ts';

/** A case with consent, and a request for its page. */
export async function createWalletCase(
  service: TestService,
  policy: object = { credential: 'offer' },
  more: object = {},
  origin = WALLET_ORIGIN,
) {
  const json = { ...newCase, ...more, policy, session: { allowedOrigins: [origin] } };
  const { id, session } = (await service.call('POST', '/cases', { json })).body;
  const page = { key: session.sessionKey, headers: { Origin: origin } };
  await service.call('POST', `/cases/${id}/consent`, {
    ...page,
    json: { biometric: true, textVersion: '1', locale: 'en' },
  });
  const request = await service.call('POST', `/cases/${id}/credential-requests`, { ...page, json: {} });
  return { id, page, request: request.body, status: request.status };
}

export type WalletCase = Awaited<ReturnType<typeof createWalletCase>>;

export async function respond(service: TestService, { request, page }: WalletCase, json: object) {
  const reply = await service.call('POST', `/credential-requests/${request.id}/response`, { ...page, json });
  await service.tick();
  return reply;
}

export const read = async (service: TestService, { id }: WalletCase) =>
  (await service.call('GET', `/cases/${id}`)).body;
export const readAsPage = async (service: TestService, { id, page }: WalletCase) =>
  (await service.call('GET', `/cases/${id}`, page)).body;
