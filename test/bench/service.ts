import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { generateKey } from '../../src/contract/keys.ts';
import { freePort } from '../support/freePort.ts';
import { startPostgres } from '../support/startPostgres.ts';
import { autocannon } from './support/autocannon.ts';
import { median } from './support/quantiles.ts';

const CONNECTIONS = 16;

interface Options {
  rounds?: number;
  /** Of each run of either. */
  seconds?: number;
  /** So many in each run, however long they take, rather than as many as the seconds allow. */
  requests?: number;
  /** A new PostgreSQL database; absent: that of a cluster made for it. */
  databaseUrl?: string;
}

interface Figures {
  perSecond: number;
  bare: number;
  ratio: number;
}

/**
 * Requests per second of the service (key check, schemas, sealing, events, logs) against a bare node:http handler
 * with the same SQL on the same PostgreSQL. The two take turns in short rounds, so that noise meets both.
 */
export default async function bench({
  rounds = 6,
  seconds = 2,
  requests,
  databaseUrl,
}: Options = {}): Promise<{
  create: Figures;
  read: Figures;
}> {
  const times = { rounds, ...(requests ? { requests } : { seconds }) };
  const key = generateKey('secret', 'test');
  const dataDir = mkdtempSync(join(tmpdir(), 'idv-bench-'));
  const postgres = databaseUrl ? null : startPostgres();
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const env = {
      DATABASE_URL: databaseUrl ?? postgres!.url,
      IDV_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
    const settings = { ...env, DATA_DIR: dataDir, IDV_BOOTSTRAP_KEY: key, RATE_LIMIT_SCALE: '0' };
    const service = await start('../../src/service/main.ts', settings, stops);
    const bare = await start('served/bareServer.ts', env, stops);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const create = await compare(service, bare, times, () => ({
      path: '/v1/cases',
      method: 'POST',
      body: CASE,
      headers,
    }));
    const made = await fetch(`${service}/v1/cases`, { method: 'POST', body: CASE, headers });
    const { id } = (await made.json()) as { id: string };
    const read = await compare(service, bare, times, () => ({
      path: `/v1/cases/${id}`,
      method: 'GET',
      headers,
    }));
    return { create, read };
  } finally {
    await Promise.all(stops.map((stop) => stop()));
    postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const CASE = JSON.stringify({ type: 'kyc_individual', returnUrl: 'https://shop.example/back' });

/** Starts a program beside this one on a free port; its log is discarded. */
async function start(
  file: string,
  env: Record<string, string>,
  stops: (() => Promise<unknown>)[],
): Promise<string> {
  const port = await freePort();
  const compiled = process.env['NODE_COMPILE_CACHE'];
  const cache = compiled && { NODE_COMPILE_CACHE: compiled };
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], {
    env: { PATH: process.env['PATH'], ...cache, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  stops.push(() => {
    child.kill('SIGKILL');
    return exited;
  });
  const url = `http://127.0.0.1:${port}`;
  while (child.exitCode === null) {
    if (await fetch(`${url}/healthz`).catch(() => null)) return url;
    await setTimeout(50);
  }
  throw new Error(`${file} ended before it listened.`);
}

interface Load {
  path: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
}

async function compare(
  service: string,
  bare: string,
  { rounds: count, ...length }: { rounds: number } & Length,
  load: () => Load,
): Promise<Figures> {
  const warmUp = 'seconds' in length ? { seconds: length.seconds / 2 } : length;
  await run(service, load(), warmUp);
  await run(bare, load(), warmUp);
  const rounds: [number, number][] = [];
  for (let round = 0; round < count; round++) {
    // The order alternates between rounds.
    const first = round % 2 === 0 ? service : bare;
    const one = await run(first, load(), length);
    const other = await run(first === service ? bare : service, load(), length);
    rounds.push(first === service ? [one, other] : [other, one]);
  }
  const perSecond = median(rounds.map(([ours]) => ours));
  const bareRate = median(rounds.map(([, other]) => other));
  const ratio = median(rounds.map(([ours, other]) => ours / other));
  return {
    perSecond: Math.round(perSecond),
    bare: Math.round(bareRate),
    ratio: Math.round(ratio * 1000) / 1000,
  };
}

type Length = { seconds: number } | { requests: number };

async function run(url: string, { path, ...load }: Load, length: Length): Promise<number> {
  const result = await autocannon({
    url: `${url}${path}`,
    connections: CONNECTIONS,
    ...('seconds' in length ? { duration: length.seconds } : { amount: length.requests, sampleInt: 100 }),
    ...load,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} refusals, ${result.errors} errors`);
  await setTimeout(100);
  return result['2xx'] / result.duration;
}
