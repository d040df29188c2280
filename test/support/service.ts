import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import { generateKey } from '../../src/contract/keys.ts';
import { type Config, readConfig } from '../../src/service/config.ts';
import { createLog } from '../../src/service/log.ts';
import { type Service, startService } from '../../src/service/service.ts';
import { copyEmbeddedTemplate } from './embeddedTemplate.ts';
import { eyeFiles } from './eyeFiles.ts';

export type DatabaseKind = 'pglite' | 'postgres';

/** The databases that tests of the service run on: both, or the embedded one where there is no PostgreSQL. */
export const databases: DatabaseKind[] = inject('postgresUrl') ? ['pglite', 'postgres'] : ['pglite'];

export interface TestService extends Service {
  /** API keys with all scopes. */
  keys: { live: string; test: string };
  /** What the service logged so far, as JSON lines. */
  logged(): string;
  /** Moves the clock on; it stands still otherwise. */
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

interface Options {
  database?: DatabaseKind;
  config?: Partial<Config>;
  /** The time it starts at; by default now. */
  now?: Date;
  /** Whether it looks at faces; pictures without any do otherwise. */
  engine?: boolean;
}

/** A service with a database of its own that listens on a free port; it ends with the test that started it. */
export async function startTestService(options: Options = {}): Promise<TestService> {
  const service = await start(options);
  onTestFinished(() => service.close());
  return service;
}

/** One service on each database for all tests of a file. */
export function sharedServices(options: Options = {}): (database: DatabaseKind) => TestService {
  const services = new Map<DatabaseKind, TestService>();
  beforeAll(async () => {
    const starting = databases.map(async (database) => {
      services.set(database, await start({ ...options, database }));
    });
    await Promise.all(starting);
  });
  afterAll(async () => {
    for (const service of services.values()) await service.close();
  });
  return (database) => services.get(database)!;
}

async function start({
  database = 'pglite',
  config,
  now,
  engine = false,
}: Options = {}): Promise<TestService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'idv-test-'));
  const keys = { live: generateKey('secret', 'live'), test: generateKey('secret', 'test') };
  const settings: Config = {
    ...readConfig({}),
    port: 0,
    dataDir,
    masterKey: randomBytes(32),
    databaseUrl: database === 'postgres' ? newDatabase() : null,
    bootstrapKeys: [keys.live, keys.test],
    rateLimitScale: 0,
    ...config,
  };
  if (!settings.databaseUrl && settings.dataDir === dataDir)
    await copyEmbeddedTemplate(inject('embeddedTemplate'), settings.dataDir);
  let time = (now ?? new Date()).getTime();
  let lines = '';
  let closed: Promise<void> | null = null;
  const log = createLog(settings.logLevel, (more) => {
    lines += more;
  });
  const service = await startService(settings, log, {
    clock: () => new Date(time),
    eye: engine ? await eyeFiles() : null,
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
  const isJson = /json/.test(response.headers.get('Content-Type') ?? '');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** A new empty database of the cluster of this run. */
function newDatabase(): string {
  const name = `t_${randomBytes(8).toString('hex')}`;
  const url = new URL(inject('postgresUrl'));
  execFileSync('psql', [
    '-q',
    '-h',
    url.searchParams.get('host')!,
    '-U',
    'idv',
    '-c',
    `create database ${name}`,
    'postgres',
  ]);
  url.pathname = name;
  return url.href;
}
