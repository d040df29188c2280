import * as z from 'zod/mini';
import { parseKey } from '../contract/keys.ts';
import { isListAddress, listAddress } from './aml/update/listAddress.ts';
import { ConfigError } from './configError.ts';

/** Everything that the environment decides. */
export interface Config {
  host: string;
  /** 0: any free port. */
  port: number;
  /** The address that pages reach the service under, without `/v1`; `null`: from host and port. */
  publicUrl: string | null;
  /** How many proxies in front to believe. */
  trustProxy: number;
  /** `null`: the embedded database under `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  bootstrapKeys: string[];
  /** 32 bytes; `null`: made and kept in `dataDir`. */
  masterKey: Uint8Array | null;
  /** Directories or URLs. */
  amlLists: string[];
  retention: { biometricsDays: number; detailsDays: number };
  webhooks: { allowLoopback: boolean; timeScale: number };
  /** Multiplies every rate limit; 0: no limits. */
  rateLimitScale: number;
  logLevel: LogLevel;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/**
 * Reads the settings from an environment; an empty variable is one that is not set.
 * @throws {ConfigError} with a sentence that names the first wrong setting.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.entries(env).filter(([name, value]) => name in Settings.shape && value !== '');
  const { data, error } = z.safeParse(Settings, Object.fromEntries(given));
  if (error) {
    const name = String(error.issues[0]?.path[0]);
    throw new ConfigError(`The setting ${name} must be ${MUST_BE[name] ?? 'valid'}.`);
  }
  if (data.DATABASE_URL && !data.IDV_MASTER_KEY) {
    throw new ConfigError('The setting IDV_MASTER_KEY is required together with DATABASE_URL.');
  }
  return fromSettings(data);
}

function fromSettings(settings: z.infer<typeof Settings>): Config {
  return {
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    trustProxy: settings.TRUST_PROXY,
    databaseUrl: settings.DATABASE_URL ?? null,
    dataDir: settings.DATA_DIR,
    bootstrapKeys: list(settings.IDV_BOOTSTRAP_KEY),
    masterKey: settings.IDV_MASTER_KEY ? Buffer.from(settings.IDV_MASTER_KEY, 'base64') : null,
    amlLists: list(settings.AML_LISTS),
    retention: {
      biometricsDays: settings.RETENTION_BIOMETRICS_DAYS,
      detailsDays: settings.RETENTION_DETAILS_DAYS,
    },
    webhooks: {
      allowLoopback: settings.WEBHOOK_ALLOW_LOOPBACK === 'true',
      timeScale: settings.WEBHOOK_TIME_SCALE,
    },
    rateLimitScale: settings.RATE_LIMIT_SCALE,
    logLevel: settings.LOG_LEVEL,
  };
}

const number = z.string().check(z.regex(/^\d+(\.\d+)?$/));
const whole = (max: number, fallback: number) =>
  z._default(z.pipe(number, z.coerce.number<string>().check(z.int(), z.lte(max))), fallback);
const scale = (min: number) => z._default(z.pipe(number, z.coerce.number<string>().check(z.gte(min))), 1);
const url = (protocols: RegExp) =>
  z.optional(z.string().check(z.refine((value) => protocols.test(value) && URL.canParse(value))));

const Settings = z.object({
  HOST: z._default(z.string().check(z.regex(/^[\w.:-]+$/)), '127.0.0.1'),
  PORT: whole(65_535, 4010),
  PUBLIC_URL: url(/^https?:\/\/[^@?#]+$/),
  TRUST_PROXY: whole(10, 0),
  DATABASE_URL: url(/^postgres(ql)?:\/\//),
  DATA_DIR: z._default(z.string(), '.data'),
  IDV_BOOTSTRAP_KEY: z.optional(
    z.string().check(z.refine((value) => list(value).every((key) => parseKey(key)?.kind === 'secret'))),
  ),
  IDV_MASTER_KEY: z.optional(
    z.string().check(
      z.regex(/^[A-Za-z0-9+/]{43}=$/),
      z.refine((value) => Buffer.from(value, 'base64').length === 32),
    ),
  ),
  AML_LISTS: z.optional(
    z
      .string()
      .check(
        z.refine((value) => list(value).every((source) => !isListAddress(source) || listAddress(source))),
      ),
  ),
  RETENTION_BIOMETRICS_DAYS: whole(36_500, 30),
  RETENTION_DETAILS_DAYS: whole(36_500, 90),
  WEBHOOK_ALLOW_LOOPBACK: z._default(z.enum(['true', 'false']), 'false'),
  WEBHOOK_TIME_SCALE: scale(0),
  RATE_LIMIT_SCALE: scale(0),
  LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
});

const MUST_BE: Record<string, string> = {
  HOST: 'a host name or an IP address',
  PORT: 'a whole number from 0 to 65535',
  PUBLIC_URL: 'an http or https URL without user info, query and fragment',
  TRUST_PROXY: 'a whole number from 0 to 10',
  DATABASE_URL: 'a URL that starts with postgres://',
  IDV_BOOTSTRAP_KEY:
    'one or more API keys, comma separated (npm run -s keys -- generate --mode test prints one)',
  IDV_MASTER_KEY: '32 bytes in base64 (44 characters)',
  AML_LISTS:
    'directories, or addresses that start with https:// (http:// to this machine alone), comma separated',
  RETENTION_BIOMETRICS_DAYS: 'a whole number of days',
  RETENTION_DETAILS_DAYS: 'a whole number of days',
  WEBHOOK_ALLOW_LOOPBACK: 'true or false',
  WEBHOOK_TIME_SCALE: 'a number, at least 0',
  RATE_LIMIT_SCALE: 'a number, at least 0',
  LOG_LEVEL: 'debug, info, warn, error or silent',
};

function list(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
