import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, inject, onTestFinished, test } from 'vitest';
import { verifyAudit } from '../../../src/service/audit/verifyAudit.ts';
import { exportDatabase } from '../../../src/service/cli/exportDatabase.ts';
import { importDatabase } from '../../../src/service/cli/importDatabase.ts';
import { createVault } from '../../../src/service/crypto/vault.ts';
import { connect } from '../../../src/service/db/connect.ts';
import { migrate } from '../../../src/service/db/migrate.ts';
import { rootKey } from '../../../src/service/keys/rootKey.ts';
import { type Config, readConfig } from '../../../src/service/settings/config.ts';
import { copyEmbeddedTemplate } from '../../support/embeddedTemplate.ts';
import { newDatabase } from '../../support/newDatabase.ts';
import { databases, startTestService } from '../../support/service.ts';
import { verify } from '../../support/verification.ts';

const masterKey = Buffer.alloc(32, 9);
const vault = createVault(masterKey);

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'idv-transfer-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** An empty database with all tables; it is closed by the test. */
async function emptyDatabase(kind: 'pglite' | 'postgres') {
  const dataDir = folder();
  if (kind === 'pglite') await copyEmbeddedTemplate(inject('embeddedTemplate'), dataDir);
  const databaseUrl = kind === 'postgres' ? await newDatabase() : null;
  const config: Config = { ...readConfig({}), dataDir, databaseUrl, masterKey };
  const connection = await connect(config);
  await migrate(connection.db);
  return { config, ...connection };
}

/** Pictures, details and an audit line, in a database that is no longer in use. */
async function usedDatabase(dataDir: string): Promise<string> {
  const service = await startTestService({ config: { dataDir, masterKey } });
  const { id, consent, details, selfie } = await verify(service);
  await consent();
  await details();
  await selfie();
  await service.call('GET', `/cases/${id}/personal-details`);
  service.advance(30_000);
  await service.tick();
  await service.close();
  return id;
}

const linesOf = (file: string) => gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');

test.skipIf(!databases.includes('postgres'))(
  'all data moves from the embedded database to PostgreSQL and back, and can be decrypted',
  async () => {
    const dataDir = folder();
    const id = await usedDatabase(dataDir);
    const [first, second] = [join(dataDir, 'first.gz'), join(dataDir, 'second.gz')];
    const source = await connect({ ...readConfig({}), dataDir });
    const exported = await exportDatabase(source.db, vault, { file: first, now: new Date() });
    await source.close();
    expect(exported).toMatchObject({ cases: 1, audit_log: 1, personal_details: 1 });
    expect(exported['selfie_frames']).toBeGreaterThan(0);

    const target = await emptyDatabase('postgres');
    expect(await importDatabase(target.db, masterKey, first)).toEqual(exported);
    const root = await rootKey.open(target.db, masterKey);
    expect(await verifyAudit(target.db, createVault(root!))).toMatchObject({ ok: true, lines: 1 });
    await exportDatabase(target.db, vault, { file: second, now: new Date() });
    await target.close();
    expect(linesOf(second).slice(1, -1).sort()).toEqual(linesOf(first).slice(1, -1).sort());

    const service = await startTestService({
      config: { databaseUrl: target.config.databaseUrl, masterKey, keysDir: join(dataDir, 'keys') },
    });
    const call = (path: string) => service.call('GET', path);
    expect((await call(`/cases/${id}/personal-details`)).body.familyName).toBe('Dragavei');
    const back = await emptyDatabase('pglite');
    expect(await importDatabase(back.db, masterKey, second)).toEqual(exported);
    await back.close();
  },
);

test('an invalid file is refused with the reason, and leaves the database empty', async () => {
  const dataDir = folder();
  await usedDatabase(dataDir);
  const file = join(dataDir, 'all.gz');
  const source = await connect({ ...readConfig({}), dataDir });
  await exportDatabase(source.db, vault, { file, now: new Date() });
  await expect(importDatabase(source.db, masterKey, file)).rejects.toThrow(/^The database is not empty \(/);
  await source.close();
  const target = await emptyDatabase('pglite');
  const refused = async (text: string | Buffer, pattern: RegExp, key = masterKey) => {
    const damaged = join(dataDir, 'damaged.gz');
    writeFileSync(damaged, text);
    await expect(importDatabase(target.db, key, damaged)).rejects.toThrow(pattern);
    expect(await target.db.selectFrom('cases').select('id').execute()).toEqual([]);
  };
  const lines = linesOf(file);
  const packed = (changed: string[]) => gzipSync(`${changed.join('\n')}\n`);
  await refused('no gzip at all', /^The file cannot be read/);
  await refused(readFileSync(file).subarray(0, -200), /^The file (cannot be read|is truncated)/);
  await refused(packed(lines.slice(0, -1)), /^The file is truncated/);
  await refused(packed(['{"format":"other"}', ...lines.slice(1)]), /^The file is not an export/);
  await refused(
    packed(lines.map((line) => line.replace('0001_', '0099_'))),
    /^The file was exported by another version/,
  );
  const changed = lines.map((line) =>
    line.startsWith('audit_log') ? line.replace('"mode": "test"', '"mode": "live"') : line,
  );
  expect(changed).not.toEqual(lines);
  await refused(packed(changed), /^The file was changed after the export/);
  await refused(packed(lines), /^The master key differs/, Buffer.alloc(32, 1));
  expect(await importDatabase(target.db, masterKey, file)).toMatchObject({ cases: 1 });
  await target.close();
});

test('reports a file that cannot be written', async () => {
  const { db, close } = await emptyDatabase('pglite');
  const file = join(folder(), 'nowhere', 'all.gz');
  const refused = exportDatabase(db, vault, { file, now: new Date() });
  await expect(refused).rejects.toThrow(
    `The file ${file} cannot be written (ENOENT), so nothing was exported.`,
  );
  await close();
});
