import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../src/service/ApiError.ts';
import { idempotent } from '../../../src/service/http/idempotent.ts';
import { countedDeps } from '../../support/countedDeps.ts';
import { databases, sharedServices } from '../../support/service.ts';

const services = sharedServices();
const caller = { kind: 'secret', keyId: 'key_1', mode: 'test', scopes: [], expiresAt: null } as const;
const request = 'POST /v1/x';
const underWay = { code: 'idempotency_in_flight', extras: { headers: { 'Retry-After': '1' } } };
let count = 0;

/** Work that starts, and ends on request. */
function slowWork() {
  let [begin, end] = [() => {}, () => {}];
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = async () => {
    begin();
    await ended;
    return { caseId: null, status: 201, headers: { Location: '/x' } } as const;
  };
  return { work, begun, end };
}

describe.each(databases)('slow work under an Idempotency-Key, on %s', (database) => {
  test('is not repeated in the same process, and a retry gets its response', async () => {
    const { deps, sent } = countedDeps(services(database).deps);
    const call = { deps, caller, key: `slow-${++count}`, request };
    const { work, begun, end } = slowWork();
    const first = idempotent(call, work);
    await begun;
    const before = sent();
    await expect(idempotent(call, work)).rejects.toMatchObject(underWay);
    expect(sent()).toBe(before);
    end();
    expect(await first).toMatchObject({ status: 201 });
    const headers = { Location: '/x', 'Idempotent-Replayed': 'true' };
    expect(await idempotent(call, work)).toEqual({ status: 201, caseId: null, headers });
    expect(deps.state.inFlight.size).toBe(0);
  });

  test('leaves nothing in flight when it fails', async () => {
    const call = { deps: services(database).deps, caller, key: `slow-${++count}`, request };
    const fail = () => Promise.reject(new Error('out of order'));
    await expect(idempotent(call, fail)).rejects.toThrow('out of order');
    expect(await idempotent(call, async () => ({ status: 204 }))).toMatchObject({ status: 204 });
  });

  test('that was refused repeats its first refusal exactly', async () => {
    const { deps } = services(database);
    const call = { deps, caller, key: `slow-${++count}`, request };
    const refusal = new ApiError('case_state_conflict', { detail: 'No.', headers: { 'X-Kept': 'yes' } });
    const refuse = () => Promise.reject(refusal);
    await expect(idempotent(call, refuse)).rejects.toBe(refusal);
    const answers = () => deps.db.selectFrom('idempotency_keys').select('answer').orderBy('key').execute();
    const stored = await answers();
    const headers = { 'X-Kept': 'yes', 'Idempotent-Replayed': 'true' };
    for (const _ of [1, 2])
      await expect(idempotent(call, refuse)).rejects.toMatchObject({ extras: { detail: 'No.', headers } });
    expect(await answers()).toEqual(stored);
  });
});

// The embedded database does one transaction at a time.
test.skipIf(!databases.includes('postgres'))(
  'another process is told that work is in flight, and other keys do not wait',
  async () => {
    const { deps } = services('postgres');
    const other = { ...deps, state: { ...deps.state, inFlight: new Set<string>() } };
    const key = `slow-${++count}`;
    const { work, begun, end } = slowWork();
    const first = idempotent({ deps, caller, key, request }, work);
    await begun;
    await expect(idempotent({ deps: other, caller, key, request }, work)).rejects.toMatchObject(underWay);
    const next = { deps, caller, key: `slow-${++count}`, request };
    expect(await idempotent(next, async () => ({ status: 204 }))).toMatchObject({ status: 204 });
    end();
    expect(await first).toMatchObject({ status: 201 });
  },
);
