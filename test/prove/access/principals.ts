import { generateKey } from '../../../src/contract/keys.ts';
import { allScopes, type Scope } from '../../../src/contract/scopes.ts';
import { createSessionKey } from '../../../src/service/cases/createSessionKey.ts';
import { inTransaction } from '../../../src/service/db/inTransaction.ts';
import { cases } from '../../../src/service/db/store/cases.ts';
import type { TestService } from '../../support/openService.ts';
import type { Access } from './accessTable.ts';

/** A kind of caller: its header, and the expected result if endpoint and resource would allow the call. */
export interface Principal {
  name: string;
  authorization: string | null;
  /** The refusal by the table, as status and code; `null`: none. */
  refusal(access: Access, isOfCaller: boolean): string | null;
}

const always = (name: string, authorization: string | null, refusal: string): Principal => ({
  name,
  authorization,
  refusal: () => refusal,
});

/** All kinds of callers; `caseId` is the case of the session keys. */
export async function principals(service: TestService, caseId: string): Promise<Principal[]> {
  const made = async (scopes: readonly Scope[], more: object = {}) =>
    (await service.call('POST', '/keys', { json: { scopes, ...more } })).body as { id: string; key: string };
  const ended = await made(['cases:read']);
  await service.call('DELETE', `/keys/${ended.id}`);
  const soon = new Date(service.deps.clock().getTime() + 1000).toISOString();
  const short = await made(allScopes, { expiresAt: soon });
  service.advance(2000);
  const single = await Promise.all(allScopes.map(async (scope) => ofScope(scope, (await made([scope])).key)));
  const lacking = await Promise.all(
    allScopes.map(async (scope) => lackingScope(scope, await made(without(scope)))),
  );
  return [
    always('nobody', null, '401 auth_missing'),
    always('another scheme', 'Basic aWR2OmlkdnM=', '401 auth_malformed'),
    always('a guess', `Bearer ${generateKey('secret', 'test')}`, '401 key_invalid'),
    always('a guess of a page', `Bearer ${generateKey('session', 'test')}`, '401 session_key_invalid'),
    always('a key cut short', `Bearer ${service.keys.test.slice(0, -1)}`, '401 key_invalid'),
    always('a revoked key', `Bearer ${ended.key}`, '401 key_revoked'),
    always('an expired key', `Bearer ${short.key}`, '401 key_expired'),
    always(
      'a revoked session',
      `Bearer ${await oldSession(service, caseId, 'revoked_at')}`,
      '401 session_key_revoked',
    ),
    always(
      'an expired session',
      `Bearer ${await oldSession(service, caseId, 'expires_at')}`,
      '401 session_key_expired',
    ),
    { name: 'all scopes', authorization: `Bearer ${service.keys.test}`, refusal: () => null },
    ...single,
    ...lacking,
    otherMode(service.keys.live),
    page('a page', ({ page }) => page === true, await session(service, caseId)),
    phone('selfie', await session(service, caseId, 'selfie')),
    phone('credential', await session(service, caseId, 'credential')),
  ];
}

const without = (scope: Scope) => allScopes.filter((one) => one !== scope);

function ofScope(scope: Scope, key: string): Principal {
  const refusal = (access: Access) => (access.scope === scope ? null : '403 scope_missing');
  return { name: `${scope} alone`, authorization: `Bearer ${key}`, refusal };
}

function lackingScope(scope: Scope, { key }: { key: string }): Principal {
  const refusal = (access: Access) => (access.scope === scope ? '403 scope_missing' : null);
  return { name: `all but ${scope}`, authorization: `Bearer ${key}`, refusal };
}

/** Data of the two modes are disjoint: what exists in one does not in the other. */
function otherMode(key: string): Principal {
  const refusal = ({ id, testOnly }: Access) => {
    if (testOnly) return '404 route_not_found';
    return id ? '404 resource_not_found' : null;
  };
  return { name: 'the other mode', authorization: `Bearer ${key}`, refusal };
}

function page(name: string, mayCall: (access: Access) => boolean, key: string): Principal {
  const refusal = (access: Access, isOfCaller: boolean) =>
    mayCall(access) && isOfCaller ? null : '403 session_scope_exceeded';
  return { name, authorization: `Bearer ${key}`, refusal };
}

/** The phone of a hand-off of one step. */
function phone(step: 'selfie' | 'credential', key: string): Principal {
  return page(`a phone for the ${step}`, (access) => access.phone === true || access.phone === step, key);
}

async function session(
  { deps }: TestService,
  caseId: string,
  reach?: 'selfie' | 'credential',
): Promise<string> {
  return await inTransaction(deps, async (tx) => {
    const row = (await cases.lockById(tx, caseId))!;
    return (await createSessionKey(deps, tx, row, { allowedOrigins: ['https://shop.example'], reach }))
      .sessionKey;
  });
}

async function oldSession(
  service: TestService,
  caseId: string,
  column: 'revoked_at' | 'expires_at',
): Promise<string> {
  const key = await session(service, caseId);
  const newest = service.deps.db.selectFrom('session_keys').select((eb) => eb.fn.max('id').as('id'));
  const past = new Date(service.deps.clock().getTime() - 1);
  await service.deps.db
    .updateTable('session_keys')
    .set({ [column]: past })
    .where('id', '=', newest)
    .execute();
  return key;
}
