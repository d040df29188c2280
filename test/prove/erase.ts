import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { picture } from '../support/picture.ts';
import { startPostgres } from '../support/startPostgres.ts';
import { captureOf } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';
import { type Canaries, canaryMark, newCanaries } from './erase/canaries.ts';
import { filesWith } from './erase/filesWith.ts';
import { cluster } from './support/cluster.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';
import type { ServiceNode } from './support/startNode.ts';

/**
 * Cases with a text of its own in every field, erased; then the files of the database, its log of changes after a
 * checkpoint, the logs of the service, the events, a dump and the backups are searched for them. They must be readable
 * nowhere at any time, since all of it is sealed before it is stored.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const found: Record<string, object> = {};
  if (lab.hasPostgres()) found['postgres'] = await eraseOn(lab, 'postgres');
  if (lab.form === 'full' || !lab.hasPostgres()) found['embedded'] = await eraseOn(lab, 'embedded');
  const ok = Object.values(found).every((one) => (one as { ok: boolean }).ok);
  return { ok, ...found };
}

async function eraseOn(lab: Lab, database: 'embedded' | 'postgres') {
  const postgres = database === 'postgres' ? startPostgres() : null;
  if (postgres) lab.defer(() => postgres.stop());
  const service = await cluster(lab, database, postgres?.url);
  const node = await service.start();
  const cases = lab.size(50, 2);
  const canaries: Canaries[] = [];
  for (let count = 0; count < cases; count++) canaries.push(await live(node, service.keys.test));
  const texts = canaries.flatMap((one) => Object.values(one));
  const rows = await readAll(node, service.keys.test);
  const inAnswers = texts.filter((text) => rows.includes(text)).length;
  const dumped = postgres ? await settle(postgres.url) : '';
  const inDump = texts.filter((text) => dumped.includes(text)).length;
  await node.end('SIGTERM');
  const folder = postgres ? postgres.folder : service.dataDir;
  if (!existsSync(folder)) throw new Error(`No files of the database at ${folder}`);
  const inFiles = [...filesWith(folder, canaryMark), ...filesWith(join(node.log, '..'), canaryMark)];
  const ok = inFiles.length === 0 && inAnswers === 0 && inDump === 0;
  return { ok, cases, searched: texts.length, inAnswers, inDump, inFiles: inFiles.slice(0, 3) };
}

/** A case from its creation over review to its end, with a canary in every field. */
async function live(node: ServiceNode, key: string): Promise<Canaries> {
  const canaries = newCanaries();
  const send = async (method: string, path: string, json?: object, body?: FormData) => {
    const response = await fetch(`${node.url}/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(method === 'POST' && { 'Idempotency-Key': `${canaries.idempotencyKey}:${path}` }),
        ...(json && { 'Content-Type': 'application/json' }),
      },
      ...(json ? { body: JSON.stringify(json) } : body ? { body } : {}),
    });
    const answer = (await response.json()) as {
      id: string;
      version: number;
      challenge: { nonce: string; steps: string[] };
    };
    if (!response.ok) throw new Error(`${method} ${path} ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const { id } = await send('POST', '/cases', {
    type: 'kyc_individual',
    returnUrl: `https://shop.example/${canaries.returnUrl}`,
    clientReferenceId: canaries.clientReferenceId,
    state: canaries.state,
    metadata: { [canaries.metadataKey]: canaries.metadata },
    prefill: { givenName: canaries.prefill },
    policy: { maxSelfieAttempts: 1, fields: { email: 'optional', nationalId: 'optional' } },
  });
  await send('POST', `/cases/${id}/consent`, { biometric: true, textVersion: '1', locale: 'en' });
  await send('POST', `/cases/${id}/personal-details`, {
    givenName: canaries.givenName,
    familyName: canaries.familyName,
    nativeName: canaries.nativeName,
    dateOfBirth: '1990-05-17',
    nationalities: ['RO'],
    address: { line1: canaries.line1, city: canaries.city, postalCode: '500001', country: 'RO' },
    email: `${canaries.email}@shop.example`,
    nationalId: { country: 'RO', type: 'national_id', number: canaries.national },
  });
  const check = await send('POST', '/biometrics/selfie-check', { caseId: id });
  const frame = await pictureWith(canaries.picture);
  await send(
    'POST',
    `/biometrics/selfie-check/${check.id}/capture`,
    undefined,
    captureOf(check.challenge, { frame }),
  );
  const { version: expectedVersion } = await settled(() => send('GET', `/cases/${id}`));
  const decide = { outcome: 'declined', reasons: [canaries.reason], note: canaries.note, expectedVersion };
  await send('POST', `/cases/${id}/decision`, decide);
  await send('DELETE', `/cases/${id}`);
  return canaries;
}

/** A JPEG with a comment (ITU-T T.81, B.2.4.5). */
async function pictureWith(text: string): Promise<Buffer> {
  const jpeg = await sharp(picture()).jpeg().toBuffer();
  const comment = Buffer.from(text);
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]);
}

/** Waits for the outcome of the policy: a picture without a face, and no attempt left, goes to a human. */
async function settled<T>(read: () => Promise<T>): Promise<T> {
  let answer = await read();
  await waitFor(async () => {
    answer = await read();
    return JSON.stringify(answer).includes('"status":"in_review"');
  }, 60_000);
  return answer;
}

async function readAll({ url }: ServiceNode, key: string): Promise<string> {
  const read = (path: string) =>
    fetch(`${url}/v1${path}`, { headers: { Authorization: `Bearer ${key}` } }).then((response) =>
      response.text(),
    );
  return (
    await Promise.all(['/cases?limit=100', '/events?limit=100', '/aml/screen?limit=100'].map(read))
  ).join();
}

/** Writes everything down that PostgreSQL still holds in memory. @returns all rows as text, as a dump has them. */
async function settle(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('vacuum');
  await client.query('checkpoint');
  const tables = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  let dump = '';
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
    dump += rows.map(({ row }) => row).join('\n');
  }
  await client.end();
  if (!dump.includes('case_')) throw new Error('The dump is empty.');
  return dump;
}
