import { availableParallelism } from 'node:os';
import * as z from 'zod/mini';
import { parseKey } from '../../contract/keys.ts';
import { isListAddress, listAddress } from '../../screening/update/listAddress.ts';
import {
  type BucketSettings,
  bucketFields,
  bucketProblem,
  bucketSettings,
  bucketTexts,
} from './bucketSettings.ts';
import { atLeast, number, address as url, valueName } from './fields.ts';

/** All settings from the environment. */
export interface Config {
  host: string;
  /** 0: any free port. */
  port: number;
  /** Public URL of the service, without `/v1`; `null`: from host and port. */
  publicUrl: string | null;
  /** Number of trusted proxies. */
  trustProxy: number;
  /** `null`: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** The same database without a pooler, for `LISTEN` and migrations, which need a session. */
  databaseDirectUrl: string | null;
  database: DatabaseSettings;
  dataDir: string;
  /** The directory of the data keys' slots; `null`: `keys` in `dataDir`, or no directory with PostgreSQL or `keys`. */
  keysDir: string | null;
  /** The bucket of these slots; `null`: the directory. */
  keys: BucketSettings | null;
  /** The bucket of the pictures; `null`: the database. */
  pictures: BucketSettings | null;
  bootstrapKeys: string[];
  /** 32 bytes; `null`: generated and stored in `dataDir`. */
  masterKey: Uint8Array | null;
  /** Only for `master-key add`. */
  nextMasterKey: Uint8Array | null;
  /** Directories or URLs. */
  amlLists: string[];
  /** A list from a URL is stale after this many days without a confirmed download. */
  amlMaxAgeDays: number;
  /** Days for which a false positive is remembered, if its decision names no end. */
  amlExceptionDays: number;
  /** Lists without which nobody is cleared in live mode; empty: all that were ever loaded or asked for. */
  amlRequiredLists: { name: string; maxAgeDays: number | null }[];
  /** How the publishers of lists can reach the operator: in the header of downloads. */
  amlContact: string | null;
  /** Versions of lists that an operator accepted: `ofac_sdn@2026-05-03-1a2b3c4d5e6f`, `ofac_sdn@gone`. */
  amlAcceptLists: string[];
  /** Who runs the service, as the consent names it. */
  operator: string | null;
  /** Retention of pictures, personal details and evidence, from the end of a case. */
  retention: { biometricsDays: number; detailsDays: number; evidenceYears: number };
  webhooks: {
    allowLoopback: boolean;
    timeScale: number;
    /** Concurrent attempts to one endpoint, in one process. */
    perEndpoint: number;
  };
  /** Multiplies every rate limit; 0: no limits. */
  rateLimitScale: number;
  /** Location of `/metrics`: behind a bearer token, on a port of its own (0: any free port), or nowhere. */
  metrics: { token: string | null; port: number | null };
  /** Number of pictures examined at once. */
  workerLanes: number;
  /** How long `/readyz` returns 503 before the listener closes. */
  drainDelayMs: number;
  desk: DeskSettings;
  wallet: WalletSettings;
  logLevel: LogLevel;
}

/** Credentials of wallets. */
export interface WalletSettings {
  /** Files, folders or URLs of trust lists. */
  trust: string[];
  /** The same, for test mode only. */
  testTrust: string[];
  /** The address of a test wallet, which links of test mode open; `null`: the wallet of the device. */
  testUrl: string | null;
  /** Hexadecimal SHA-256 of the certificates that may sign lists. */
  signers: string[];
  /** Files with the relying party's certificates and key. */
  certificateFile: string | null;
  keyFile: string | null;
  registrationFile: string | null;
}

/** The review desk. */
export interface DeskSettings {
  /** Hours in review after which a case is due. */
  reviewDueHours: number;
  /** Percentage of automatic approvals that are also reviewed. */
  qaSamplePercent: number;
  /** Minutes without a request, and hours in total, after which a session ends. */
  idleMinutes: number;
  sessionHours: number;
  /** The identity provider; `null`: only invitations. */
  oidc: { issuer: string; clientId: string; clientSecret: string | null; roleClaim: string | null } | null;
}

/** Settings of PostgreSQL; times in milliseconds. */
export interface DatabaseSettings {
  /** Maximum number of connections. */
  pool: number;
  connectTimeoutMs: number;
  statementTimeoutMs: number;
  lockTimeoutMs: number;
  /** Maximum idle time in a transaction. */
  idleTransactionTimeoutMs: number;
  /** Whether to use named prepared statements: not behind PgBouncer in transaction mode. */
  prepare: boolean;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/**
 * Reads the settings from an environment; an empty variable counts as unset.
 * @throws {ConfigError} with a sentence that names the first invalid setting.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const present = Object.entries(env).filter(([name, value]) => name in Settings.shape && value !== '');
  const { data, error } = z.safeParse(Settings, Object.fromEntries(present));
  if (error) {
    const name = String(error.issues[0]?.path[0]);
    throw new ConfigError(`${valueName(name, env)} must be ${MUST_BE[name] ?? 'valid'}.`);
  }
  if (data.DATABASE_URL && !data.IDV_MASTER_KEY) {
    throw new ConfigError('The setting IDV_MASTER_KEY is required together with DATABASE_URL.');
  }
  const problem = bucketProblem(
    data,
    present.map(([name]) => name),
    env,
  );
  if (problem) throw new ConfigError(problem);
  return fromSettings(data);
}

function keyBytes(base64: string | undefined): Uint8Array | null {
  return base64 ? Buffer.from(base64, 'base64') : null;
}

function fromSettings(settings: z.infer<typeof Settings>): Config {
  return {
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    trustProxy: settings.TRUST_PROXY,
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? null,
    database: {
      pool: settings.DB_POOL,
      connectTimeoutMs: settings.DB_CONNECT_TIMEOUT_MS,
      statementTimeoutMs: settings.DB_STATEMENT_TIMEOUT_MS,
      lockTimeoutMs: settings.DB_LOCK_TIMEOUT_MS,
      idleTransactionTimeoutMs: settings.DB_IDLE_TRANSACTION_TIMEOUT_MS,
      prepare: settings.DB_PREPARE === 'true',
    },
    dataDir: settings.DATA_DIR,
    keysDir: settings.KEYS_DIR ?? null,
    keys: bucketSettings(settings, 'KEYS'),
    pictures: bucketSettings(settings, 'PICTURES'),
    bootstrapKeys: list(settings.IDV_BOOTSTRAP_KEY),
    masterKey: keyBytes(settings.IDV_MASTER_KEY),
    nextMasterKey: keyBytes(settings.IDV_NEXT_MASTER_KEY),
    amlLists: list(settings.AML_LISTS),
    amlMaxAgeDays: settings.AML_MAX_AGE_DAYS,
    amlExceptionDays: settings.AML_EXCEPTION_DAYS,
    amlRequiredLists: list(settings.AML_REQUIRED_LISTS).map((entry) => {
      const [name = '', days] = entry.split(':');
      return { name, maxAgeDays: days === undefined ? null : Number(days) };
    }),
    amlContact: settings.AML_CONTACT ?? null,
    amlAcceptLists: list(settings.AML_ACCEPT_LISTS),
    operator: settings.OPERATOR_NAME ?? null,
    retention: {
      biometricsDays: settings.RETENTION_BIOMETRICS_DAYS,
      detailsDays: settings.RETENTION_DETAILS_DAYS,
      evidenceYears: settings.RETENTION_EVIDENCE_YEARS,
    },
    webhooks: {
      allowLoopback: settings.WEBHOOK_ALLOW_LOOPBACK === 'true',
      timeScale: settings.WEBHOOK_TIME_SCALE,
      perEndpoint: settings.WEBHOOK_CONCURRENCY,
    },
    rateLimitScale: settings.RATE_LIMIT_SCALE,
    metrics: { token: settings.METRICS_TOKEN ?? null, port: settings.METRICS_PORT ?? null },
    workerLanes: settings.WORKER_LANES ?? Math.max(1, availableParallelism() - 1),
    drainDelayMs: settings.DRAIN_DELAY_MS,
    desk: {
      reviewDueHours: settings.REVIEW_DUE_HOURS,
      qaSamplePercent: settings.QA_SAMPLE_PERCENT,
      idleMinutes: settings.DESK_IDLE_MINUTES,
      sessionHours: settings.DESK_SESSION_HOURS,
      oidc: oidcOf(settings),
    },
    wallet: walletOf(settings),
    logLevel: settings.LOG_LEVEL,
  };
}

function walletOf(settings: z.infer<typeof Settings>): WalletSettings {
  const { WALLET_CERTIFICATE_FILE: certificateFile = null, WALLET_KEY_FILE: keyFile = null } = settings;
  const registrationFile = settings.WALLET_REGISTRATION_FILE ?? null;
  if ((certificateFile === null) !== (keyFile === null))
    throw new ConfigError('The settings WALLET_CERTIFICATE_FILE and WALLET_KEY_FILE are required together.');
  if (registrationFile !== null && certificateFile === null)
    throw new ConfigError('The setting WALLET_REGISTRATION_FILE requires WALLET_CERTIFICATE_FILE.');
  const trust = list(settings.WALLET_TRUST);
  const signers = list(settings.WALLET_TRUST_SIGNERS).map((pin) => pin.toLowerCase());
  if (signers.length === 0 && trust.some(isListAddress))
    throw new ConfigError(
      'An address in WALLET_TRUST requires WALLET_TRUST_SIGNERS, the signers of the list.',
    );
  return {
    trust,
    testTrust: list(settings.WALLET_TEST_TRUST),
    testUrl: settings.WALLET_TEST_URL?.replace(/\/+$/, '') ?? null,
    signers,
    certificateFile,
    keyFile,
    registrationFile,
  };
}

function oidcOf(settings: z.infer<typeof Settings>): DeskSettings['oidc'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = settings;
  if (!issuer && !clientId) return null;
  if (!issuer || !clientId) {
    throw new ConfigError('The settings OIDC_ISSUER and OIDC_CLIENT_ID are required together.');
  }
  const { OIDC_CLIENT_SECRET: clientSecret = null, OIDC_ROLE_CLAIM: roleClaim = null } = settings;
  return { issuer, clientId, clientSecret, roleClaim };
}

const whole = (max: number, fallback: number) =>
  z._default(z.pipe(number, z.coerce.number<string>().check(z.int(), z.lte(max))), fallback);
const scale = (min: number) => z._default(z.pipe(number, z.coerce.number<string>().check(z.gte(min))), 1);

const keySetting = z.optional(
  z.string().check(
    z.regex(/^[A-Za-z0-9+/]{43}=$/),
    z.refine((value) => Buffer.from(value, 'base64').length === 32),
  ),
);

const Settings = z.object({
  HOST: z._default(z.string().check(z.regex(/^[\w.:-]+$/)), '127.0.0.1'),
  PORT: whole(65_535, 4010),
  PUBLIC_URL: url(/^https?:\/\/[^@?#/]+\/?$/),
  TRUST_PROXY: whole(10, 0),
  DATABASE_URL: url(/^postgres(ql)?:\/\//),
  DATABASE_DIRECT_URL: url(/^postgres(ql)?:\/\//),
  DATA_DIR: z._default(z.string(), '.data'),
  KEYS_DIR: z.optional(z.string()),
  ...bucketFields,
  IDV_BOOTSTRAP_KEY: z.optional(
    z.string().check(z.refine((value) => list(value).every((key) => parseKey(key)?.kind === 'secret'))),
  ),
  IDV_MASTER_KEY: keySetting,
  IDV_NEXT_MASTER_KEY: keySetting,
  AML_LISTS: z.optional(
    z
      .string()
      .check(
        z.refine((value) => list(value).every((source) => !isListAddress(source) || listAddress(source))),
      ),
  ),
  AML_MAX_AGE_DAYS: whole(36_500, 7),
  AML_ACCEPT_LISTS: z.optional(
    z.string().check(z.refine((value) => list(value).every((entry) => /^[^@\s]+@[\w-]+$/.test(entry)))),
  ),
  AML_REQUIRED_LISTS: z.optional(
    z.string().check(z.refine((value) => list(value).every((entry) => /^\w+(:[1-9]\d{0,4})?$/.test(entry)))),
  ),
  AML_CONTACT: z.optional(z.string().check(z.regex(/^[\x21-\x7e]+@[\w.-]+$|^https:\/\/[\x21-\x7e]+$/))),
  RETENTION_BIOMETRICS_DAYS: whole(36_500, 30),
  RETENTION_DETAILS_DAYS: whole(36_500, 90),
  AML_EXCEPTION_DAYS: z.pipe(whole(3650, 365), z.number().check(z.minimum(1))),
  RETENTION_EVIDENCE_YEARS: whole(100, 5),
  OPERATOR_NAME: z.optional(
    z
      .string()
      .check(z.maxLength(100), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*[\p{L}\p{N}]/u)),
  ),
  WEBHOOK_ALLOW_LOOPBACK: z._default(z.enum(['true', 'false']), 'false'),
  WEBHOOK_TIME_SCALE: scale(0),
  WEBHOOK_CONCURRENCY: atLeast(1, 256, 4),
  RATE_LIMIT_SCALE: scale(0),
  METRICS_TOKEN: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{16,}$/))),
  METRICS_PORT: z.optional(z.pipe(number, z.coerce.number<string>().check(z.int(), z.lte(65_535)))),
  DB_POOL: atLeast(2, 1000, 10),
  DB_CONNECT_TIMEOUT_MS: atLeast(1, 600_000, 5000),
  DB_STATEMENT_TIMEOUT_MS: atLeast(1, 600_000, 10_000),
  DB_LOCK_TIMEOUT_MS: atLeast(1, 600_000, 5000),
  DB_IDLE_TRANSACTION_TIMEOUT_MS: atLeast(1, 600_000, 15_000),
  DB_PREPARE: z._default(z.enum(['true', 'false']), 'true'),
  WORKER_LANES: z.optional(z.pipe(number, z.coerce.number<string>().check(z.int(), z.gte(1), z.lte(256)))),
  DRAIN_DELAY_MS: whole(600_000, 0),
  REVIEW_DUE_HOURS: atLeast(1, 8760, 24),
  QA_SAMPLE_PERCENT: z._default(z.pipe(number, z.coerce.number<string>().check(z.gte(0), z.lte(100))), 0),
  DESK_IDLE_MINUTES: atLeast(3, 480, 15),
  DESK_SESSION_HOURS: atLeast(1, 24, 8),
  OIDC_ISSUER: url(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$))[^?#]*$/),
  OIDC_CLIENT_ID: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/))),
  OIDC_CLIENT_SECRET: z.optional(z.string().check(z.regex(/^[\x20-\x7e]{1,500}$/))),
  OIDC_ROLE_CLAIM: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/))),
  WALLET_TRUST: z.optional(
    z
      .string()
      .check(
        z.refine((value) => list(value).every((source) => !isListAddress(source) || listAddress(source))),
      ),
  ),
  WALLET_TEST_TRUST: z.optional(
    z.string().check(z.refine((value) => list(value).every((source) => !isListAddress(source)))),
  ),
  WALLET_TEST_URL: url(/^https?:\/\/[^?#]+$/),
  WALLET_TRUST_SIGNERS: z.optional(
    z.string().check(z.refine((value) => list(value).every((pin) => /^[0-9a-f]{64}$/i.test(pin)))),
  ),
  WALLET_CERTIFICATE_FILE: z.optional(z.string()),
  WALLET_KEY_FILE: z.optional(z.string()),
  WALLET_REGISTRATION_FILE: z.optional(z.string()),
  LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
});

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(Settings.shape);

const MUST_BE: Record<string, string> = {
  HOST: 'a host name or an IP address',
  PORT: 'a whole number from 0 to 65535',
  PUBLIC_URL: 'an http or https URL without user info, path, query and fragment',
  TRUST_PROXY: 'a whole number from 0 to 10',
  DATABASE_URL: 'a URL that starts with postgres://',
  DATABASE_DIRECT_URL: 'a URL that starts with postgres://',
  ...bucketTexts,
  IDV_BOOTSTRAP_KEY:
    'one or more API keys, comma separated (npm run -s keys -- generate --mode test prints one)',
  IDV_MASTER_KEY: '32 bytes in base64 (44 characters)',
  IDV_NEXT_MASTER_KEY: '32 bytes in base64 (44 characters)',
  AML_MAX_AGE_DAYS: 'a whole number of days',
  AML_ACCEPT_LISTS:
    'versions of lists as the refusal names them, such as ofac_sdn@2026-05-03-1a2b3c4d5e6f, comma separated',
  AML_LISTS:
    'directories, or addresses that start with https:// (http:// to this machine alone), comma separated',
  AML_REQUIRED_LISTS:
    'codes of lists, comma separated, each with its own maximum age in days if it has one, such as ofac_sdn:3',
  AML_CONTACT: 'a mail address, or an address that starts with https://',
  RETENTION_BIOMETRICS_DAYS: 'a whole number of days',
  RETENTION_DETAILS_DAYS: 'a whole number of days',
  AML_EXCEPTION_DAYS: 'a whole number of days from 1 to 3650',
  RETENTION_EVIDENCE_YEARS: 'a whole number of years from 0 to 100',
  OPERATOR_NAME: 'the name of a company or an authority on one line, of at most 100 characters',
  WEBHOOK_ALLOW_LOOPBACK: 'true or false',
  WEBHOOK_TIME_SCALE: 'a number, at least 0',
  WEBHOOK_CONCURRENCY: 'a whole number from 1 to 256',
  RATE_LIMIT_SCALE: 'a number, at least 0',
  METRICS_TOKEN: '16 printable characters or more, without spaces',
  METRICS_PORT: 'a whole number from 0 to 65535',
  DB_POOL: 'a whole number from 2 to 1000',
  DB_CONNECT_TIMEOUT_MS: 'a whole number of milliseconds from 1 to 600000',
  DB_STATEMENT_TIMEOUT_MS: 'a whole number of milliseconds from 1 to 600000',
  DB_LOCK_TIMEOUT_MS: 'a whole number of milliseconds from 1 to 600000',
  DB_IDLE_TRANSACTION_TIMEOUT_MS: 'a whole number of milliseconds from 1 to 600000',
  DB_PREPARE: 'true or false',
  WORKER_LANES: 'a whole number from 1 to 256',
  DRAIN_DELAY_MS: 'a whole number of milliseconds, at most 600000',
  REVIEW_DUE_HOURS: 'a whole number of hours from 1 to 8760',
  QA_SAMPLE_PERCENT: 'a number from 0 to 100',
  DESK_IDLE_MINUTES: 'a whole number of minutes from 3 to 480',
  DESK_SESSION_HOURS: 'a whole number of hours from 1 to 24',
  OIDC_ISSUER: 'a URL that starts with https:// (http:// to this machine alone)',
  OIDC_CLIENT_ID: 'printable characters without spaces',
  OIDC_CLIENT_SECRET: 'printable characters',
  OIDC_ROLE_CLAIM: 'the name of a claim',
  WALLET_TRUST:
    'files, folders, or addresses that start with https:// (http:// to this machine alone), comma separated',
  WALLET_TEST_TRUST: 'files or folders, comma separated',
  WALLET_TEST_URL: 'an address that starts with http:// or https://',
  WALLET_TRUST_SIGNERS: 'SHA-256 fingerprints of certificates in hexadecimal digits, comma separated',
  LOG_LEVEL: 'debug, info, warn, error or silent',
};

function list(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** An invalid setting or environment; the message is one sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
