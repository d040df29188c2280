import { describe, expect, onTestFinished, test } from 'vitest';
import { generateKey } from '../../src/contract/keys.ts';
import { PersonalDetailsReceipt, StoredPersonalDetails } from '../../src/contract/personalDetails.ts';
import { defaultScopes } from '../../src/contract/scopes.ts';
import { sha256 } from '../../src/service/crypto/sha256.ts';
import { databases, sharedServices, type TestService } from '../support/service.ts';
import { person, verify } from '../support/verification.ts';

const services = sharedServices({ config: { logLevel: 'debug' } });
const nationalId = { country: 'RO', type: 'cnp', number: '1900517080019' };

describe.each(databases)('personal details on %s', (database) => {
  test('have a receipt with the time that a later read returns', async () => {
    const service = services(database);
    const { clock } = service.deps;
    let now = clock().getTime();
    service.deps.clock = () => new Date(now++);
    onTestFinished(() => {
      service.deps.clock = clock;
    });
    const { id, details } = await verify(service);
    const { submittedAt } = (await details()).body;
    const { body } = await service.call('GET', `/cases/${id}/personal-details`);
    expect(body.submittedAt).toBe(submittedAt);
  });

  test('are accepted with a receipt, and read with their own scope only', async () => {
    const service = services(database);
    const { id, details } = await verify(service);
    const receipt = await details({ nationalId });
    expect(receipt.status).toBe(200);
    expect(PersonalDetailsReceipt.parse(receipt.body)).toEqual(receipt.body);
    const stored = await service.call('GET', `/cases/${id}/personal-details`);
    expect(StoredPersonalDetails.parse(stored.body)).toEqual(stored.body);
    expect(stored.body).toMatchObject({
      ...person,
      middleName: null,
      nationalId: { country: 'RO', type: 'cnp', last4: '0019' },
    });

    const key = generateKey('secret', 'test');
    await service.deps.db
      .insertInto('api_keys')
      .values({
        id: 'key_2',
        mode: 'test',
        hash: sha256(key),
        scopes: JSON.stringify(defaultScopes),
        created_at: new Date(),
      })
      .execute();
    const refused = await service.call('GET', `/cases/${id}/personal-details`, { key });
    expect(refused).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    const reads = await service.deps.db
      .selectFrom('audit_log')
      .select('action')
      .where('case_id', '=', id)
      .execute();
    expect(reads).toEqual([{ action: 'read personal details' }]);
  });

  test('can be corrected until the last requirement is submitted', async () => {
    const service = services(database);
    const { id, details, read, consent, selfie } = await verify(service);
    await details({ familyName: 'Dragavey' });
    await details();
    const stored = await service.call('GET', `/cases/${id}/personal-details`);
    expect(stored.body.familyName).toBe('Dragavei');
    await consent();
    await selfie();
    expect((await read()).status).toBe('approved');
    expect(await details()).toMatchObject({ status: 409, body: { code: 'case_state_conflict' } });
  });

  test('with a reserved name are refused in live mode', async () => {
    const service = services(database);
    const { details } = await verify(service, {}, service.keys.live);
    expect(await details({ familyName: 'IDVTEST_APPROVE' })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer: '#/familyName', code: 'name_characters' }] },
    });
  });
});

test.each(databases)(
  'details can be sent ten times by a page, and more often by a back end, on %s',
  async (database) => {
    const service = services(database);
    const { id, details } = await verify(service);
    const { body } = await service.call('POST', `/cases/${id}/session-keys`, {
      json: { allowedOrigins: ['https://shop.example'] },
    });
    const key = body.sessionKey as string;
    const send = (by?: string) =>
      service.call('POST', `/cases/${id}/personal-details`, { json: person, ...(by && { key: by }) });
    const statuses: number[] = [];
    for (let time = 0; time < 11; time++) statuses.push((await send(key)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    expect((await details()).status).toBe(200);
  },
);

describe.each(databases)('typed details, on %s', (database) => {
  test('are in no table and no log in readable form', async () => {
    const service = services(database);
    const { details } = await verify(service, { clientReferenceId: 'Quillfeather 7', locale: 'de-CH' });
    await details({ familyName: 'Quillfeather', nationalId });
    await service.call('POST', '/aml/screen', { json: { person: { fullName: 'Quillfeather Adhoc' } } });
    const everything = await dump(service);
    expect(everything).toContain('de-CH');
    expect(everything).not.toMatch(/Quillfeather|1900517080019/);
    expect(service.logged()).toContain('"event":"request"');
    expect(service.logged()).not.toMatch(/Quillfeather|Dragavei|1900517080019/);
  });
});

/** All that the database holds, bytes as Latin-1. */
async function dump({ deps: { db } }: TestService): Promise<string> {
  const tables = await db.introspection.getTables();
  const rows = await Promise.all(
    tables.map(({ name }) =>
      db
        .selectFrom(name as 'cases')
        .selectAll()
        .execute(),
    ),
  );
  const text = (value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : JSON.stringify(value);
  return rows
    .flat()
    .flatMap((row) => Object.values(row).map(text))
    .join('\n');
}
