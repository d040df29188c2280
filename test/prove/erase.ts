import { randomBytes } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import sharp from 'sharp';
import { connect } from '../../src/service/db/connect.ts';
import { rootKey } from '../../src/service/keys/rootKey.ts';
import { readConfig } from '../../src/service/settings/config.ts';
import { picture } from '../support/picture.ts';
import { startPostgres } from '../support/startPostgres.ts';
import { captureOf } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';
import { WALLET_ORIGIN, walletHolder } from '../support/walletHolder.ts';
import { type Canaries, canaryMark, canaryOf, newCanaries } from './erase/canaries.ts';
import { filesWith } from './erase/filesWith.ts';
import { openedKeys } from './erase/openedKeys.ts';
import { pageTexts } from './erase/pageTexts.ts';
import { type Cluster, cluster } from './support/cluster.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';
import type { ServiceNode } from './support/startNode.ts';
import { followLink, type WalletPeople, walletAddress, walletPeople } from './support/walletPeople.ts';

/**
 * Erases cases that have a unique text in every field (of a page: every field of the contract), a wallet credential, a link and a hand-off to a phone. Then
 * searches the database files, its write-ahead log after a checkpoint, the service logs, the events, a dump and the
 * backups for these texts and for the secrets, codes, cookies, keys and nonces. They must never be readable anywhere,
 * because all of it is encrypted before it is stored. Nothing erased may be decrypted (cases, and watches, screenings
 * and files without a case) with the master key, the current key directory and all bytes of the database from before
 * and after, including dead rows and the write-ahead log. A case that was not erased is decrypted too, which shows that
 * the search finds keys.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const found: Record<string, object> = {};
  if (lab.hasPostgres()) found['postgres'] = await eraseOn(lab, 'postgres');
  if (lab.form === 'full' || !lab.hasPostgres()) found['embedded'] = await eraseOn(lab, 'embedded');
  const texts = pageTexts();
  const uncovered = texts.filter((path) => !(path in canaryOf));
  const ok = uncovered.length === 0 && Object.values(found).every((one) => (one as { ok: boolean }).ok);
  return { ok, pageFields: texts.length, uncovered, ...found };
}

async function eraseOn(lab: Lab, database: 'embedded' | 'postgres') {
  const postgres = database === 'postgres' ? startPostgres() : null;
  if (postgres) lab.defer(() => postgres.stop());
  const service = await cluster(lab, database, postgres?.url);
  const [keysDir, master] = [lab.folder(), randomBytes(32)];
  const people = await walletPeople(lab);
  const settings = {
    KEYS_DIR: keysDir,
    IDV_MASTER_KEY: master.toString('base64'),
    ...people.settings,
  };
  let node = await service.start(settings);
  const folder = postgres ? postgres.folder : join(service.dataDir, 'pglite');
  const cases = lab.size(50, 2);
  const lived: Awaited<ReturnType<typeof live>>[] = [];
  for (let count = 0; count < cases; count++) lived.push(await live(node, service.keys.test, people));
  const living = await live(node, service.keys.test, people);
  const others = await screenedOutsideCases(node, service.keys.test);
  const before = lab.folder();
  const dumps = postgres ? [await settle(postgres.url)] : [];
  const logs = [join(node.log, '..')];
  if (!postgres) await node.end('SIGTERM');
  cpSync(folder, before, { recursive: true });
  if (!postgres) node = await service.start(settings);
  const erase = [...lived.map(({ id }) => `/cases/${id}`), ...others.map(({ path }) => path)];
  for (const path of erase) await eraseAt(node, service.keys.test, path);
  const texts = [...lived, living].flatMap((one) => [...Object.values(one.canaries), ...one.secrets]);
  const rows = await readAll(node, service.keys.test, living.id);
  const inAnswers = texts.filter((text) => rows.includes(text)).length;
  if (postgres) dumps.push(await settle(postgres.url));
  const inDump = texts.filter((text) => dumps.some((dump) => dump.includes(text))).length;
  await node.end('SIGTERM');
  if (!existsSync(folder)) throw new Error(`No files of the database at ${folder}`);
  logs.push(join(node.log, '..'));
  const folders = [folder, before, ...logs];
  // Each is a search of its own: those of a few cases.
  const secrets = [...lived.slice(0, 2), living].flatMap((one) => one.secrets);
  const marks = [canaryMark, ...secrets];
  const inFiles = filesWith(folders, marks);
  const { root, left } = await rootAndRows(
    service,
    { cases: lived.map(({ id }) => id), others: others.map(({ id }) => id) },
    master,
  );
  const ids = [...lived, living, ...others].map(({ id }) => id);
  const { found, opened } = openedKeys({ folders, dumps, root, keysDir, ids });
  const stillOpen = opened.filter((id) => id !== living.id);
  const isSearched = opened.includes(living.id) && found > ids.length / 2;
  const ok = isSearched && [inFiles, stillOpen, left].flat().length + inAnswers + inDump === 0;
  const keys = { found, opened: stillOpen.slice(0, 3), isSearched };
  return { ok, cases, searched: texts.length, inAnswers, inDump, inFiles: inFiles.slice(0, 3), keys, left };
}

/** A watch, a screening and a file without a case. */
async function screenedOutsideCases({ url }: ServiceNode, key: string) {
  const post = async (
    path: string,
    body: object | FormData,
  ): Promise<{ id: string; screeningId?: string }> => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}/v1${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, ...(!isForm && { 'Content-Type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path} ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: string; screeningId?: string };
  };
  const { familyName, clientReferenceId, givenName, nativeName } = newCanaries();
  const watch = await post('/aml/watch', { person: { fullName: familyName }, clientReferenceId });
  const screening = await post('/aml/screen', { person: { fullName: givenName } });
  const file = new FormData();
  file.append('file', new Blob([`id,fullName\n1,${nativeName}\n`]), 'people.csv');
  const batch = await post('/aml/batches', file);
  return [
    { id: watch.id, path: `/aml/watch/${watch.id}` },
    { id: screening.id, path: `/aml/screen/${screening.id}` },
    { id: batch.id, path: `/aml/batches/${batch.id}` },
  ];
}

async function eraseAt({ url }: ServiceNode, key: string, path: string): Promise<void> {
  const response = await fetch(`${url}/v1${path}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${key}` },
  });
  if (!response.ok) throw new Error(`DELETE ${path} ${response.status} ${await response.text()}`);
}

/** Tables whose rows about a person are deleted with the case. */
const TABLES_OF_CUSTOMER = [
  'aml_watches',
  'aml_screenings',
  'aml_batches',
  'aml_batch_parts',
  'aml_rescreens',
  'hit_resolutions',
  'jobs',
  'idempotency_keys',
];

/** Tables of links and hand-offs, whose rows are deleted with the case. */
const TABLES_OF_CASES = ['consent_texts', 'links', 'page_cookies', 'handoffs', 'session_keys'];

/** The decrypted root key, and the tables that still refer to erased data. */
async function rootAndRows(
  { databaseUrl, dataDir }: Cluster,
  erased: { cases: readonly string[]; others: readonly string[] },
  master: Uint8Array,
) {
  const { db, close } = await connect({ databaseUrl, dataDir, database: readConfig({}).database });
  const left: string[] = [];
  for (const table of [...TABLES_OF_CUSTOMER, ...TABLES_OF_CASES]) {
    const ids = TABLES_OF_CUSTOMER.includes(table) ? erased.others : erased.cases;
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(db);
    if (rows.some(({ row }) => ids.some((id) => row.includes(id)))) left.push(table);
  }
  const root = await rootKey.open(db, master);
  await close();
  return { root: root!, left };
}

/**
 * A case from its creation over review to its decision, with a canary in every field, opened by its link and handed off to a phone.
 * @returns also the secrets, codes, cookies and keys of its link and its hand-off.
 */
async function live(
  node: ServiceNode,
  key: string,
  people: WalletPeople,
): Promise<{ id: string; canaries: Canaries; secrets: string[] }> {
  const canaries = newCanaries();
  const send = async (method: string, path: string, json?: object, body?: FormData, page?: string) => {
    const response = await fetch(`${node.url}/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${page ?? key}`,
        ...(page && { Origin: WALLET_ORIGIN }),
        ...(method === 'POST' && { 'Idempotency-Key': `${canaries.idempotencyKey}:${path}` }),
        ...(json && { 'Content-Type': 'application/json' }),
      },
      ...(json ? { body: JSON.stringify(json) } : body ? { body } : {}),
    });
    const answer = (await response.json()) as {
      id: string;
      version: number;
      /** Of a case. */
      link: { url: string } & string;
      session: { sessionKey: string };
      /** Of a hand-off. */
      url: string;
      code: string;
      challenge: { nonce: string; steps: string[] };
      /** Of a credential. */
      status: string;
      requests: Parameters<WalletPeople['answer']>[0]['requests'];
    };
    if (!response.ok) throw new Error(`${method} ${path} ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const { id, link, session } = await send('POST', '/cases', caseWith(canaries));
  const page = session.sessionKey;
  const { textVersion, consentText: text } = canaries;
  const consent = { biometric: true, textVersion, locale: 'en', text };
  await send('POST', `/cases/${id}/consent`, consent, undefined, page);
  const back = { returnPath: `/${canaries.returnPath}` };
  const request = await send('POST', `/cases/${id}/credential-requests`, back, undefined, page);
  const code = await followLink(people, request.link, { holder: await holderOf(canaries) });
  await send('POST', `/credential-requests/${request.id}/response`, code, undefined, page);
  await settled(() => send('GET', `/credentials/${request.id}`), 'verified');
  await send('POST', `/cases/${id}/personal-details`, detailsWith(canaries));
  const check = await send('POST', '/biometrics/selfie-check', { caseId: id });
  const handoff = await send('POST', `/cases/${id}/handoff`);
  const browsers = [
    await browserOf(node, '/links/redeem', { secret: secretOf(link), dateOfBirth: '1990-05-17' }),
    await browserOf(node, '/handoffs/join', { secret: secretOf(handoff) }),
  ];
  const nonces = request.requests.flatMap(({ data }) =>
    typeof data['nonce'] === 'string' ? data['nonce'] : [],
  );
  const token = walletAddress(request.link).split('.').at(-1)!;
  const wallet = [page, token, code.data.response_code, ...nonces];
  const secrets = [secretOf(link), secretOf(handoff), handoff.code, ...wallet, ...browsers.flat()];
  const frame = await pictureWith(canaries.picture);
  await send(
    'POST',
    `/biometrics/selfie-check/${check.id}/capture`,
    undefined,
    captureOf(check.challenge, { frame, cameraLabel: `OBS Virtual Camera ${canaries.cameraLabel}` }),
  );
  const { version: expectedVersion } = await settled(() => send('GET', `/cases/${id}`), 'in_review');
  const decide = { outcome: 'declined', reasons: [canaries.reason], note: canaries.note, expectedVersion };
  await send('POST', `/cases/${id}/decision`, decide);
  return { id, canaries, secrets };
}

const secretOf = ({ url }: { url: string }) => new URL(url).hash.slice(1);

/** A browser that opens a link or joins as a phone. @returns its cookie and its session key. */
async function browserOf({ url }: ServiceNode, path: string, json: object): Promise<string[]> {
  const response = await fetch(`${url}/v1${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(json),
  });
  const { session } = (await response.json()) as { session: { sessionKey: string } };
  const [, cookie] = /=([\w-]+);/.exec(response.headers.get('Set-Cookie')!)!;
  return [cookie!, session.sessionKey];
}

/** A JPEG with a comment (ITU-T T.81, B.2.4.5). */
async function pictureWith(text: string): Promise<Buffer> {
  const jpeg = await sharp(picture()).jpeg().toBuffer();
  const comment = Buffer.from(text);
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]);
}

function caseWith(canaries: Canaries) {
  const policy = { credential: 'offer', maxSelfieAttempts: 1 };
  return {
    link: true,
    session: { allowedOrigins: [WALLET_ORIGIN] },
    type: 'kyc_individual',
    returnUrl: `https://shop.example/${canaries.returnUrl}`,
    clientReferenceId: canaries.clientReferenceId,
    state: canaries.state,
    metadata: { [canaries.metadataKey]: canaries.metadata },
    prefill: { givenName: canaries.prefill },
    policy: { ...policy, fields: { email: 'optional', nationalId: 'optional' } },
  };
}

function detailsWith(canaries: Canaries) {
  return {
    givenName: canaries.givenName,
    middleName: canaries.middleName,
    familyName: canaries.familyName,
    nativeName: canaries.nativeName,
    dateOfBirth: '1990-05-17',
    nationalities: ['RO'],
    address: {
      line1: canaries.line1,
      line2: canaries.line2,
      city: canaries.city,
      region: canaries.region,
      postalCode: canaries.postalCode,
      country: 'RO',
    },
    email: `${canaries.email}@shop.example`,
    nationalId: { country: 'RO', type: canaries.nationalType, number: canaries.national },
  };
}

/** The person of a credential, whose given name the customer knew. */
async function holderOf({ prefill, provenName, provenStreet, portrait }: Canaries) {
  return {
    ...walletHolder,
    givenName: prefill,
    familyName: provenName,
    dateOfBirth: '1990-05-17',
    address: { ...walletHolder.address!, street: provenStreet },
    portrait: await pictureWith(portrait),
  };
}

/**
 * Waits for a status. The status of a case follows from its policy: a picture without a face and no attempts left lead
 * to a human.
 */
async function settled<T>(read: () => Promise<T>, status: string): Promise<T> {
  let answer = await read();
  await waitFor(async () => {
    answer = await read();
    return JSON.stringify(answer).includes(`"status":"${status}"`);
  }, 150_000);
  return answer;
}

/** Lists, without the lines of one that lives. */
async function readAll({ url }: ServiceNode, key: string, but: string): Promise<string> {
  const read = async (path: string) => {
    const response = await fetch(`${url}/v1${path}`, { headers: { Authorization: `Bearer ${key}` } });
    const { data } = (await response.json()) as { data: object[] };
    return data.map((one) => JSON.stringify(one)).filter((line) => !line.includes(but));
  };
  const lists = ['/cases', '/events', '/aml/screen', '/aml/watch'].map((path) => `${path}?limit=100`);
  return (await Promise.all(lists.map(read))).flat().join();
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
