import { isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Kysely, sql } from 'kysely';
import { addressKind } from '../../screening/addressKind.ts';
import { readPapers } from '../credentials/relyingParty.ts';
import { WalletTrust } from '../credentials/WalletTrust.ts';
import { hasMasterKey, masterKey, masterKeyId } from '../crypto/masterKey.ts';
import { type Connection, connect } from '../db/connect.ts';
import { hasDatabase } from '../db/hasDatabase.ts';
import { newerVersion, pendingMigrations } from '../db/migrate.ts';
import type { Database } from '../db/schema.ts';
import { quarantine } from '../db/store/quarantine.ts';
import { rootKeys } from '../db/store/rootKeys.ts';
import { webhookEndpoints } from '../db/store/webhookEndpoints.ts';
import { keyStore } from '../keys/keyStore.ts';
import { exposedSlots } from '../keys/openKeyBucket.ts';
import { rootKey } from '../keys/rootKey.ts';
import { createLog } from '../log.ts';
import type { Tried } from '../objects/requireRights.ts';
import { readFaceEngineFiles } from '../selfies/examine/readFaceEngineFiles.ts';
import type { Config } from '../settings/config.ts';
import { testModeRules } from '../testmode/testModeRules.ts';
import { webhookAddresses } from '../webhooks/webhookAddresses.ts';
import { listsFinding } from './listsFinding.ts';
import { picturesFinding } from './picturesFinding.ts';

const OLDEST_POSTGRES = 150_000;
const CLOCK_MS = 2000;

/**
 * Runs all checks of the service's prerequisites in order, without changes that stay. Checks that depend on a failed one are
 * skipped.
 * @param onFinding called with each finding as it appears.
 * @param rights whether those to write in the buckets are tried, by an object that is deleted again.
 * @returns whether there are no failures; warnings are allowed.
 */
export async function runChecks(
  config: Config,
  onFinding: (finding: Finding) => void,
  rights: Tried = { withWrites: true },
): Promise<boolean> {
  const connection = await resultOf<CheckResult & { opened: Connection | null }>(
    {
      name: 'database',
      run: async () => (hasDatabase(config) ? await openDatabase(config) : noDatabase(config)),
    },
    onFinding,
  );
  const opened = connection?.opened ?? null;
  const keysCheck = { name: 'keys', run: async () => await keysFinding(config, opened, rights) };
  const picturesCheck = {
    name: 'pictures',
    run: async () => await picturesFinding(config, opened && (await withTables(opened)), rights),
  };
  const checks = [
    keysCheck,
    picturesCheck,
    ...(opened ? databaseChecks(config, opened) : []),
    listsCheck(config),
    engineCheck(),
    walletCheck(config),
  ];
  let isWell = connection !== null;
  for (const check of checks) isWell = (await resultOf(check, onFinding)) !== null && isWell;
  await opened?.close();
  return isWell;
}

type CheckResult = Awaited<ReturnType<Check['run']>>;

/** @returns the answer of the check, or `null` if it failed. */
async function resultOf<T extends CheckResult>(
  { name, run }: { name: string; run(): Promise<T> },
  onFinding: (finding: Finding) => void,
): Promise<T | null> {
  try {
    const answer = await run();
    onFinding({ check: name, level: answer.level, text: answer.text });
    return answer.level === 'fail' ? null : answer;
  } catch (error) {
    onFinding({ check: name, level: 'fail', text: error instanceof Error ? error.message : String(error) });
    return null;
  }
}

/** Opening the embedded database would create it. */
function noDatabase({ dataDir }: Config): CheckResult & { opened: null } {
  const text = `There is no database in ${dataDir} yet. The first start creates one. For real cases set DATABASE_URL.`;
  return { level: 'warn', text, opened: null };
}

async function openDatabase(config: Config): Promise<CheckResult & { opened: Connection }> {
  const opened = await connect(config);
  if (config.databaseUrl === null) {
    const text = `The embedded database in ${config.dataDir} opens. It is not safe against power loss: use PostgreSQL for real cases.`;
    return { level: 'warn', text, opened };
  }
  const { rows } = await sql<{ version: string }>`show server_version_num`.execute(opened.db);
  const version = Number(Object.values(rows[0]!)[0]);
  const text = `PostgreSQL ${Math.floor(version / 10_000)} answers.`;
  if (version < OLDEST_POSTGRES)
    return { level: 'fail', text: `${text} The service needs 15 or newer.`, opened };
  const unsafe = openConnections(config);
  return unsafe.length === 0
    ? { level: 'ok', text, opened }
    : { level: 'warn', text: `${text} ${unsafe.join(' ')}`, opened };
}

/** Checks certificates and trust lists for credentials; fetches the URLs. */
function walletCheck(config: Config): Check {
  return {
    name: 'wallet',
    run: async () => {
      const { relyingParty } = readPapers(config);
      const log = createLog('silent', () => {});
      const trust = new WalletTrust({ config, clock: () => new Date(), log });
      if (!trust.isConfigured)
        return { level: 'ok', text: 'No trust list is set, so no wallet credential is requested.' };
      await trust.refresh();
      const signed = relyingParty ? 'requests are signed' : 'requests are not signed';
      const problems = trust.problems().map(({ detail }) => `${detail}.`);
      const text = [`${trust.size} roots are trusted, ${signed}.`, ...problems].join(' ');
      return { level: problems.length > 0 ? 'warn' : 'ok', text };
    },
  };
}

/** Problems of the connection to PostgreSQL: without TLS anybody on the network path can read and change its traffic. */
export function openConnections({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>): string[] {
  const urls = { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl };
  return Object.entries(urls).flatMap(([name, url]) => {
    if (url === null || !leavesMachine(url)) return [];
    const { searchParams } = new URL(url);
    const isOn = ['true', '1'].includes(searchParams.get('ssl') ?? '');
    const mode = searchParams.get('sslmode') ?? (isOn ? 'require' : (process.env['PGSSLMODE'] ?? 'disable'));
    if (VERIFIED.has(mode)) return [];
    return [
      mode === 'no-verify'
        ? `${name} does not verify the certificate of the server: set sslmode=verify-full and sslrootcert.`
        : `${name} goes over the network without TLS: add sslmode=verify-full to it, and sslrootcert if you run your own authority.`,
    ];
  });
}

/** The modes in which pg verifies the certificate. */
const VERIFIED = new Set(['prefer', 'require', 'verify-ca', 'verify-full']);

/** Whether the connection leaves this machine: neither a Unix socket nor loopback. */
function leavesMachine(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  if (host === '' || host.startsWith('/') || host === 'localhost') return false;
  const address = host.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 || addressKind(address) !== 'loopback';
}

/** @returns `null`: the tables are not up to date. */
async function withTables({ db }: Connection): Promise<Kysely<Database> | null> {
  return (await pendingMigrations(db)).length === 0 ? db : null;
}

async function keysFinding(
  config: Config,
  opened: Connection | null,
  rights: Tried,
): ReturnType<Check['run']> {
  const directory = keyStore.directory(config);
  await keyStore.lookAt(opened && (await withTables(opened)), config, rights);
  if (config.keys) {
    const text = `Erasing destroys a part of each data key in the bucket ${config.keys.bucket}.`;
    const moving =
      directory === null
        ? null
        : `Data keys move there from ${directory}: remove KEYS_DIR once the log says "data keys moved".`;
    const warnings = [moving, exposedSlots(config.keys)].filter((one) => one !== null);
    return { level: warnings.length > 0 ? 'warn' : 'ok', text: [text, ...warnings].join(' ') };
  }
  if (directory === null) return { level: 'warn', text: keyStore.missing };
  return { level: 'ok', text: `Erasing destroys a part of each data key in ${directory}.` };
}

/** Reading the key in the data directory would create it. */
async function withoutKey({ dataDir }: Config, db: Connection['db']): Promise<CheckResult> {
  const isSealed = (await rootKeys.list(db)).length > 0;
  return isSealed
    ? {
        level: 'fail',
        text: `The master key of the database is missing: restore ${dataDir}/master.key.`,
      }
    : { level: 'ok', text: `The first start creates a master key in ${dataDir}.` };
}

const later = { level: 'warn', text: 'Cannot be checked before the tables are up to date.' } as const;

function databaseChecks(config: Config, { db }: Connection): Check[] {
  return [
    {
      name: 'clock',
      run: async () => {
        const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
        const off = Math.abs(rows[0]!.now.getTime() - Date.now());
        return off <= CLOCK_MS
          ? { level: 'ok', text: 'The clocks of this machine and of the database agree.' }
          : {
              level: 'fail',
              text: `The clock of this machine is ${Math.round(off / 1000)} s off that of the database, whose time the service takes: if that one is wrong, receivers refuse the signatures of webhooks. Synchronise both by NTP.`,
            };
      },
    },
    {
      name: 'migrations',
      run: async () => {
        const pending = await pendingMigrations(db);
        const newer = pending.length === 0 ? await newerVersion(db) : null;
        if (newer) return { level: 'fail', text: newer };
        return pending.length === 0
          ? { level: 'ok', text: 'The tables are up to date.' }
          : {
              level: 'warn',
              text: `${pending.length} migrations are pending (${pending.join(', ')}). The next start applies them, or "idv-verify-service migrate".`,
            };
      },
    },
    {
      name: 'master key',
      run: async () => {
        if ((await pendingMigrations(db)).length > 0) return later;
        if (!hasMasterKey(config)) return await withoutKey(config, db);
        const master = masterKey(config);
        const isOpen = (await rootKey.open(db, master)) !== null;
        const key = `The master key ${masterKeyId(master)} ${config.masterKey ? 'of IDV_MASTER_KEY' : `in ${config.dataDir}`}`;
        return {
          level: 'ok',
          text: isOpen ? `${key} opens the database.` : `${key} will seal the database at the first start.`,
        };
      },
    },
    {
      name: 'webhooks',
      run: async () => ((await pendingMigrations(db)).length > 0 ? later : await webhooksFinding(db, config)),
    },
    {
      name: 'monitoring',
      run: async () => ((await pendingMigrations(db)).length > 0 ? later : await monitoringFinding(db)),
    },
  ];
}

function listsCheck(config: Config): Check {
  return { name: 'lists', run: async () => await listsFinding(config) };
}

function engineCheck(): Check {
  return {
    name: 'eye',
    run: async () => {
      const engine = await readFaceEngineFiles(createLog('silent', () => {}));
      return engine
        ? { level: 'ok', text: `The face engine runs (${engine.version}).` }
        : {
            level: 'fail',
            text: 'The face engine is missing: selfies are not checked, and every case goes to review. Run "npm run build".',
          };
    },
  };
}

/** The result of one check, as a sentence. With `warn` the service still works. */
interface Finding {
  check: string;
  level: 'ok' | 'warn' | 'fail';
  text: string;
}

/** A check of the doctor. An error thrown counts as a failure; its message is the finding. */
interface Check {
  name: string;
  run(): Promise<{ level: Finding['level']; text: string }>;
}

const MAX_NAMED = 10;

/** Reports damaged rows that were put aside, grouped by job. */
export async function monitoringFinding(db: Kysely<Database>): ReturnType<Check['run']> {
  const count = await quarantine.count(db);
  if (count === 0) return { level: 'ok', text: 'No row is damaged.' };
  const named = (await quarantine.list(db, MAX_NAMED)).map(
    ({ work, subject, error }) => `${subject} (${work}: ${error})`,
  );
  const remainder = count > named.length ? ` and ${count - named.length} more` : '';
  return {
    level: 'warn',
    text: `Damaged and quarantined: ${named.join(', ')}${remainder}. Restore the rows from a backup.`,
  };
}

const MAX_ENDPOINTS = 20;
const CONNECT_MS = 5000;

/** Resolves and connects to the newest enabled endpoints of both modes, without sending anything. */
async function webhooksFinding(db: Kysely<Database>, config: Config): ReturnType<Check['run']> {
  const rows = [
    ...(await webhookEndpoints.list(db, 'live', MAX_ENDPOINTS, null)),
    ...(await webhookEndpoints.list(db, 'test', MAX_ENDPOINTS, null)),
  ].filter(({ status }) => status === 'enabled');
  if (rows.length === 0) return { level: 'warn', text: 'No webhook endpoint is registered yet.' };
  const problems: string[] = [];
  for (const { id, url, mode } of rows) {
    const allowLoopback = testModeRules.allowsLoopback(mode, config);
    const reached = await reach(new URL(url), { allowLoopback }).catch(codeOf);
    if (reached !== null) problems.push(`${id}: ${reached}`);
  }
  const text = `${rows.length - problems.length} of ${rows.length} webhook endpoints can be reached.`;
  return problems.length === 0
    ? { level: 'ok', text }
    : { level: 'warn', text: `${text} ${problems.join('; ')}` };
}

async function reach(url: URL, options: { allowLoopback: boolean }): Promise<null> {
  const [host] = await webhookAddresses(url, options);
  if (url.protocol === 'http:') return null;
  const port = Number(url.port || 443);
  await new Promise<void>((resolve, reject) => {
    const socket = connectTls({ host: host!, port, servername: url.hostname, timeout: CONNECT_MS });
    socket.once('secureConnect', () => {
      socket.end();
      resolve();
    });
    socket.once('timeout', () => socket.destroy(Object.assign(new Error(), { code: 'timeout' })));
    socket.once('error', reject);
  });
  return null;
}

/** Reports error codes only: the URL of an endpoint is customer data. */
function codeOf(error: unknown): string {
  return String((error as { code?: string }).code ?? 'unreachable');
}
