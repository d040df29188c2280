import { describe, expect, test } from 'vitest';
import { allScopes } from '../../../src/contract/scopes.ts';
import { createApiKey } from '../../../src/service/keys/apiKeys.ts';
import { come } from '../../support/desk.ts';
import { type DatabaseKind, databases, startTestService } from '../../support/service.ts';

/** A customer who is a namesake, one who resembles an entry, and a stranger. */
const rows = [
  { id: 'c-1', person: { fullName: 'Zoran Quillfeather', dateOfBirth: '1961-04-17' } },
  { id: 'c-2', person: { fullName: 'Zoran Quilfether' } },
  { id: 'c-3', person: { fullName: 'Ada Bellweather' } },
  { id: 'c-4', person: { fulName: 'Misspelt' } },
];

async function started(database: DatabaseKind) {
  const service = await startTestService({ database });
  const { call, tick, deps } = service;
  /** Screens a file. @returns its progress and its rows */
  const screenFile = async (people: readonly object[], fields: Record<string, string> = {}, only = '') => {
    const body = new FormData();
    body.append('file', new Blob([people.map((row) => JSON.stringify(row)).join('\n')]), 'people');
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    const { id } = (await call('POST', '/aml/batches', { body })).body;
    await tick();
    const batch = (await call('GET', `/aml/batches/${id}`)).body;
    const text = String((await call('GET', `/aml/batches/${id}/results${only}`)).body).trim();
    return { batch, rows: text === '' ? [] : text.split('\n').map((line) => JSON.parse(line)) };
  };
  const keyOf = async () => {
    const made = { mode: 'test', name: null, scopes: allScopes, expiresAt: null } as const;
    return (await createApiKey(deps, deps.db, made)).key;
  };
  const ruleOut = async (screeningId: string) => {
    const json = { resolution: 'false_positive', reasonCode: 'other', note: 'A cook of the same name.' };
    for (const key of [await keyOf(), await keyOf()])
      await call('POST', `/aml/screen/${screeningId}/hits/idvtest-4/resolution`, { key, json });
  };
  return { service, call, screenFile, ruleOut };
}

describe.each(databases)('a file of customers on %s', (database) => {
  test('raises an alert for each customer once, and knows what was decided', async () => {
    const { call, screenFile, ruleOut } = await started(database);
    const first = await screenFile(rows);
    expect(first.batch.rows).toMatchObject({ total: 4, bad: 1, withHits: 2, newAlerts: 2 });
    const [one, two, three] = first.rows;
    expect(one).toMatchObject({ status: 'possible_match', alert: { change: 'new', watchId: null } });
    expect(three.alert).toBeUndefined();
    const screening = await call('GET', `/aml/screen/${one.alert.screeningId}`);
    expect(screening.body).toMatchObject({
      status: 'possible_match',
      clientReferenceId: 'c-1',
      caseId: null,
    });
    expect((await call('GET', '/aml/screen?entityId=idvtest-4')).body.data).toHaveLength(2);

    await ruleOut(one.alert.screeningId);
    const again = await screenFile(rows);
    expect(again.batch.rows).toMatchObject({ withHits: 1, newAlerts: 0 });
    expect(again.rows[0]).toMatchObject({ status: 'clear', hits: [{ resolution: 'false_positive' }] });
    expect(again.rows[1].alert).toEqual({ ...two.alert, change: 'unchanged' });
    // An exception belongs to one customer.
    const [other] = (await screenFile([{ ...rows[0], id: 'c-9' }])).rows;
    expect(other).toMatchObject({ status: 'possible_match', alert: { change: 'new' } });
    // An erased file takes its alerts along.
    expect((await call('DELETE', `/aml/batches/${first.batch.id}`)).status).toBe(204);
    expect((await call('GET', `/aml/screen/${two.alert.screeningId}`)).status).toBe(404);
  });

  test('tells on request only what changed', async () => {
    const { screenFile } = await started(database);
    await screenFile(rows);
    const corrected = { id: 'c-2', person: { fullName: 'Tamsin Bellweather' } };
    const nightly = [rows[0]!, corrected, rows[2]!, { id: 'c-5', person: { fullName: 'Zoran Quilfether' } }];
    const { rows: changes } = await screenFile(nightly, {}, '?only=changes');
    expect(changes.map(({ id, alert }) => [id, alert.change])).toEqual([
      ['c-2', 'ended'],
      ['c-5', 'new'],
    ]);
    expect(changes[0]).toMatchObject({ status: 'clear', alert: { screeningId: expect.any(String) } });
  });
});

describe.each(databases)('the alerts of a file on %s', (database) => {
  test('can be watched, each customer once', async () => {
    const { call, screenFile } = await started(database);
    const watching = await screenFile(rows, { watch: 'alerts' });
    expect(watching.rows.map(({ alert }) => alert?.watchId != null)).toEqual([true, true, false, false]);
    const all = await screenFile(rows, { watch: 'all' });
    expect(all.rows.slice(0, 3).map(({ alert }) => alert.change)).toEqual(['unchanged', 'unchanged', null]);
    expect(all.rows[0].alert.watchId).toBe(watching.rows[0].alert.watchId);
    const watches = (await call('GET', '/aml/watch')).body.data;
    expect(watches.map((one: { clientReferenceId: string }) => one.clientReferenceId).sort()).toEqual([
      'c-1',
      'c-2',
      'c-3',
    ]);
    expect(watches.at(-1)).toMatchObject({ status: 'possible_match' });
  });

  test('are a queue at the desk, where two people rule an exact hit out', async () => {
    const { service, screenFile, call } = await started(database);
    const { rows: answers } = await screenFile(rows);
    const id = answers[0].alert.screeningId;
    const [ada, bo] = [(await come(service)).visitor, (await come(service)).visitor];
    const queue = await ada.get('/desk/alerts');
    expect(queue.text).toContain(`/desk/alerts/${id}`);
    expect(queue.text).toContain('c-1');
    const page = await ada.get(`/desk/alerts/${id}`);
    expect(page.text).toContain('1961-04-17');
    const fields = { hit: 'idvtest-4', resolution: 'false_positive', reasonCode: 'other', note: 'A cook.' };
    expect(await ada.post(`/desk/alerts/${id}/hits`, fields)).toMatchObject({ status: 303 });
    expect((await ada.post(`/desk/alerts/${id}/hits`, fields)).status).toBe(403);
    await bo.get(`/desk/alerts/${id}`);
    expect((await bo.post(`/desk/alerts/${id}/hits`, fields)).status).toBe(303);
    expect((await call('GET', `/aml/screen/${id}`)).body.status).toBe('clear');
    const left = await bo.get('/desk/alerts');
    expect(left.text).not.toContain(`/desk/alerts/${id}`);
    expect(left.text).toContain('c-2');
    expect((await bo.get('/desk/alerts/aml_x')).status).toBe(404);
  });
});
