import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKey } from '../../src/contract/keys.ts';
import { indexChanges } from '../../src/screening/index/indexChanges.ts';
import { indexEach } from '../../src/screening/loading/indexEach.ts';
import { createLog } from '../../src/service/log.ts';
import type { ListLoader } from '../../src/service/screenings/ListKeeper.ts';
import { type Service, startService } from '../../src/service/service.ts';
import type { BucketSettings } from '../../src/service/settings/bucketSettings.ts';
import { type Config, readConfig } from '../../src/service/settings/config.ts';
import { copyEmbeddedTemplate } from './embeddedTemplate.ts';
import { sharedExaminer } from './sharedExaminer.ts';

export interface TestService extends Service {
  /** API keys with all scopes. */
  keys: { live: string; test: string };
  /** The service's log so far, as JSON lines. */
  logged(): string;
  /** Advances the clock, which is otherwise frozen. */
  advance(ms: number): void;
  /** One request with the key of test mode, or with another one; `null` for none. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
}

export interface CallOptions {
  key?: string | null;
  json?: unknown;
  body?: BodyInit;
  headers?: Record<string, string>;
}

/** A response with its body read. */
export interface Reply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  body: any;
}

export interface OpenOptions {
  /** PostgreSQL; `null`: an embedded database, a copy of the one in `template`. */
  databaseUrl: string | null;
  template: string;
  /** The bucket of pictures; by default the database has them. */
  pictures?: BucketSettings | null;
  /** The bucket of data keys; by default a directory has them. */
  keys?: BucketSettings | null;
  config?: Partial<Config> | undefined;
  /** The time it starts at; by default now. */
  now?: Date | undefined;
  /** Whether it looks at faces; pictures without any do otherwise. */
  engine?: boolean | undefined;
  /** The folder with the fonts of reports; by default that of the build. */
  fonts?: string | undefined;
  /** Whether lists are read in threads, as the service does by itself: to start one takes longer than to read a small list. */
  listThreads?: boolean | undefined;
}

/** On a busy machine a connection may take seconds, which is not a fault of the tested code. */
const PATIENT = {
  connectTimeoutMs: 60_000,
  statementTimeoutMs: 60_000,
  lockTimeoutMs: 60_000,
  idleTransactionTimeoutMs: 60_000,
};

const listLoader: ListLoader = {
  load: indexEach,
  changes: async (before, after) => {
    const { added, changed } = indexChanges(before, after);
    return new Set([...added, ...changed]);
  },
};

/** A service in this process on a free port, without rate limits, with a frozen clock. The caller closes it. */
export async function openService(options: OpenOptions): Promise<TestService> {
  const { config, engine = false } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'idv-test-'));
  const keys = { live: generateKey('secret', 'live'), test: generateKey('secret', 'test') };
  const defaults = readConfig({});
  const settings: Config = {
    ...defaults,
    database: { ...defaults.database, ...PATIENT },
    port: 0,
    dataDir,
    masterKey: randomBytes(32),
    databaseUrl: options.databaseUrl,
    pictures: options.pictures ?? null,
    keys: options.keys ?? null,
    bootstrapKeys: [keys.live, keys.test],
    rateLimitScale: 0,
    ...config,
  };
  if (!settings.databaseUrl && !existsSync(join(settings.dataDir, 'pglite')))
    await copyEmbeddedTemplate(options.template, settings.dataDir);
  let time = (options.now ?? new Date()).getTime();
  let lines = '';
  let closed: Promise<void> | null = null;
  const log = createLog(settings.logLevel, (more) => {
    lines += more;
  });
  // With it comes the compiler of its kernels: not for services that never look.
  const engineFiles = engine
    ? await import('./faceEngineFiles.ts').then(({ faceEngineFiles }) => faceEngineFiles())
    : null;
  const examiner = await sharedExaminer(engineFiles);
  const service = await startService(settings, log, {
    clock: () => new Date(time),
    engine: engineFiles,
    ...(examiner && { examiner }),
    ...(!options.listThreads && { listLoader }),
    ...(options.fonts !== undefined && { fonts: options.fonts }),
  });
  return {
    ...service,
    keys,
    logged: () => lines,
    advance: (ms) => {
      time += ms;
    },
    call: (method, path, call) => request(service.url, method, path, { key: keys.test, ...call }),
    close: (drainMs = 2000) => {
      closed ??= service.close(drainMs).finally(() => rmSync(dataDir, { recursive: true, force: true }));
      return closed;
    },
  };
}

async function request(
  url: string,
  method: string,
  path: string,
  { key, json, body, headers }: CallOptions,
): Promise<Reply> {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: {
      ...(key && { Authorization: `Bearer ${key}` }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined ? { body: JSON.stringify(json) } : body !== undefined ? { body } : {}),
  });
  const text = await response.text();
  const isJson = /[/+]json\b/.test(response.headers.get('Content-Type') ?? '');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}
