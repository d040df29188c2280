import { allScopes } from '../../src/contract/scopes.ts';
import { createApiKey } from '../../src/service/keys/apiKeys.ts';
import type { Reply, TestService } from './service.ts';

/**
 * Rules a hit out, with a second API key where that takes two.
 * @returns the response that took effect.
 */
export async function ruleOut(
  { call, deps }: TestService,
  screeningId: string,
  hitId: string,
  change: object = {},
): Promise<Reply> {
  const path = `/aml/screen/${screeningId}/hits/${hitId}/resolution`;
  const json = { resolution: 'false_positive', reasonCode: 'different_birth_date', note: 'Seen.', ...change };
  const first = await call('POST', path, { json });
  if (first.status !== 202) return first;
  const made = { mode: 'test', name: null, scopes: allScopes, expiresAt: null } as const;
  const { key } = await createApiKey(deps, deps.db, made);
  return await call('POST', path, { json, key });
}
