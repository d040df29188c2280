import { describe, expect, test } from 'vitest';
import { defaultScopes } from '../../../src/contract/scopes.ts';
import { createApiKey } from '../../../src/service/keys/apiKeys.ts';
import { type DatabaseKind, databases, startTestService } from '../../support/service.ts';

async function started(database: DatabaseKind) {
  const { call, deps } = await startTestService({ database });
  const screen = async (person: object, more: object = {}) =>
    (await call('POST', '/aml/screen', { json: { person, ...more } })).body;
  const put = (rules: object[]) =>
    call('PUT', '/aml/thresholds', { json: { rules, note: 'Sweep of November.' } });
  return { call, deps, screen, put };
}

/** Scores .88 by name alone. */
const misspelt = { fullName: 'Zoran Quilfether' };
/** Scores .66. */
const partly = { fullName: 'Zoran Feather' };

describe.each(databases)('thresholds on %s', (database) => {
  test('by list, kind and script decide from the next screening on, which names their version', async () => {
    const { screen, put } = await started(database);
    const before = await screen(misspelt);
    expect(before).toMatchObject({
      status: 'possible_match',
      criteria: { threshold: 0.7, thresholds: { version: 0, rules: [] } },
    });
    const rule = { list: 'idv_test_sanctions', kind: 'person', script: 'Latin', threshold: 0.9 };
    expect(await put([rule])).toMatchObject({ status: 200, body: { version: 1, rules: [rule] } });
    const after = await screen(misspelt);
    expect(after).toMatchObject({ status: 'clear', hits: [], totalHits: 0 });
    expect(after.criteria.thresholds).toEqual({ version: 1, rules: [rule] });
    // A hit that is asked for counts, as before.
    expect((await screen(misspelt, { minScore: 0.8 })).status).toBe('possible_match');
    // The closest rule counts; others fit no hit.
    await put([{ threshold: 0.9 }, { list: 'idv_test_sanctions', threshold: 0.6 }]);
    expect((await screen(partly)).status).toBe('possible_match');
    await put([
      { kind: 'vessel', threshold: 0.9 },
      { script: 'Han', threshold: 0.9 },
    ]);
    expect((await screen(misspelt)).status).toBe('possible_match');
    expect(await screen(partly)).toMatchObject({ status: 'clear', criteria: { thresholds: { version: 3 } } });
  });

  test('never clear the name as listed, nor an equal number', async () => {
    const { screen, put } = await started(database);
    await put([{ threshold: 0.9 }]);
    const listed = { fullName: 'Zoran Quillfeather' };
    expect((await screen(listed)).status).toBe('possible_match');
    expect((await screen({ ...listed, dateOfBirth: '1999-01-01' })).status).toBe('possible_match');
    expect((await screen(misspelt)).status).toBe('clear');
  });

  test('are kept as versions with who set them and why, and are refused otherwise', async () => {
    const { call, deps, put } = await started(database);
    for (const threshold of [0.6, 0.65, 0.7]) await put([{ threshold }]);
    const { body } = await call('GET', '/aml/thresholds?limit=2');
    expect(body.data.map(({ version }: { version: number }) => version)).toEqual([3, 2]);
    expect(body.data[0]).toMatchObject({ note: 'Sweep of November.', by: expect.stringMatching(/^key_/) });
    const next = await call('GET', `/aml/thresholds?limit=2&cursor=${body.nextCursor}`);
    expect(next.body).toMatchObject({ data: [{ version: 1 }], hasMore: false });
    const lines = await deps.db.selectFrom('audit_log').select('action').execute();
    expect(lines.map(({ action }) => action)).toContain('set screening thresholds, version 3');
    for (const rules of [
      [{ threshold: 0.4 }],
      [{ threshold: 0.95 }],
      [{ threshold: 0.6 }, { threshold: 0.7 }],
      [{ script: 'Klingon', threshold: 0.6 }],
    ])
      expect(await put(rules)).toMatchObject({ status: 422 });
    const made = { mode: 'test', name: null, scopes: defaultScopes, expiresAt: null } as const;
    const { key } = await createApiKey(deps, deps.db, made);
    const json = { rules: [], note: 'x' };
    expect(await call('PUT', '/aml/thresholds', { key, json })).toMatchObject({ status: 403 });
  });
});
