import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { generateKey } from '../../src/contract/keys.ts';
import { newDatabase } from '../support/newDatabase.ts';
import { databases } from '../support/service.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { newCase } from '../support/verification.ts';
import { receiver } from '../support/webhooks.ts';

/** How long the work of a dead node waits at most, as the operator reads it. */
const stated = readFileSync(join(import.meta.dirname, '../../docs/operate.md'), 'utf8');
const STATED_MS = 1000 * Number(/leases of a dead node run out within (\d+) seconds/.exec(stated)![1]);
/** A node without work looks for some once a second. */
const POLL_MS = 1000;
const key = generateKey('secret', 'test');

describe.runIf(databases.includes('postgres'))('two processes on one database', () => {
  test('the work of a dead process is taken over when its lease ends', async () => {
    const databaseUrl = await newDatabase();
    const open = nodes(databaseUrl);
    const pending: ServerResponse[] = [];
    // The first attempt stays in flight as long as its process lives.
    const { url, count, received } = await receiver((response, _one, number) =>
      number === 1 ? pending.push(response) : response.writeHead(204).end(),
    );
    const [first, second] = [open(), open()];
    const [firstUrl] = await Promise.all([first.url(), second.url()]);
    // It takes no work until the first process has some. Started only then, it would be ready later than the attempt lasts on a busy machine.
    const query = await connected(databaseUrl);
    await stopIdle(second, query);
    await call(firstUrl, '/webhook-endpoints', { url, eventTypes: ['*'] });
    await call(firstUrl, '/cases', newCase);
    await count(1);
    const lease = leases(query);
    // It shows that it lives.
    const { until } = await lease();
    await expect.poll(async () => (await lease()).until).toBeGreaterThan(until);
    second.child.kill('SIGCONT');
    first.child.kill('SIGKILL');
    await first.exited;
    // By the clock of the database: how long this test takes says nothing.
    expect((await lease()).leftMs).toBeLessThanOrEqual(STATED_MS - POLL_MS);
    const [, again] = await count(2);
    expect(again!.headers['webhook-id']).toBe(received[0]!.headers['webhook-id']);
    expect(pending).toHaveLength(1);
  });

  test('restart one after the other without a refused request', async () => {
    const open = nodes(await newDatabase());
    const running = [open(), open()];
    const urls = await Promise.all(running.map(({ url }) => url()));
    const load = new Balanced(urls);
    for (const [index, old] of running.entries()) {
      await load.answers(20);
      old.child.kill('SIGTERM');
      await expect.poll(() => isReady(urls[index]!)).toBe(false);
      await old.exited;
      urls[index] = await open().url();
    }
    await load.answers(20);
    expect(await load.stop()).toEqual([]);
  });
});

/** Starts processes with the settings of production, except the port; the delay lets the load balancer notice. */
function nodes(databaseUrl: string): () => ServiceProcess {
  const folder = mkdtempSync(join(tmpdir(), 'idv-nodes-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    IDV_BOOTSTRAP_KEY: key,
    IDV_MASTER_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOW_LOOPBACK: 'true',
    RATE_LIMIT_SCALE: '0',
    DRAIN_DELAY_MS: '2000',
  };
  return () => startServiceProcess(settings);
}

type Query = <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>;

async function connected(databaseUrl: string): Promise<Query> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return async (text) => (await client.query(text)).rows as never;
}

/** Stops a process outside of its transactions: in one it would keep its locks, which the other process may need. */
async function stopIdle({ child }: ServiceProcess, query: Query): Promise<void> {
  await expect
    .poll(async () => {
      child.kill('SIGSTOP');
      const busy = await query(
        "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'",
      );
      if (busy.length > 0) child.kill('SIGCONT');
      return busy.length;
    })
    .toBe(0);
}

/** Reads when the lease of the only delivery ends, and how long it has left. */
function leases(query: Query): () => Promise<{ until: number; leftMs: number }> {
  return async () => {
    const [row] = await query<{ until: Date; left: number }>(
      'select leased_until as until, extract(epoch from leased_until - now())::float8 as left from deliveries',
    );
    return { until: row!.until.getTime(), leftMs: row!.left * 1000 };
  };
}

async function call(url: string, path: string, body: object): Promise<number> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const reply = await fetch(`${url}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await reply.arrayBuffer();
  return reply.status;
}

async function isReady(url: string): Promise<boolean> {
  const reply = await fetch(`${url}/readyz`).catch(() => null);
  await reply?.arrayBuffer();
  return reply?.status === 200;
}

/** Four callers that check /readyz of a node and then create a case there, like a load balancer. */
class Balanced {
  readonly #urls: readonly string[];
  readonly #callers: Promise<void>[];
  readonly #failures: string[] = [];
  #answered = 0;
  #isOver = false;

  /** @param urls of the nodes, which may change. */
  constructor(urls: readonly string[]) {
    this.#urls = urls;
    this.#callers = Array.from({ length: 4 }, (_, index) => this.#call(index));
  }

  async #call(index: number): Promise<void> {
    for (let turn = index; !this.#isOver; turn++) {
      const url = this.#urls[turn % this.#urls.length]!;
      if (!(await isReady(url))) continue;
      const outcome = await call(url, '/cases', newCase).catch((error: Error) =>
        String(error.cause ?? error),
      );
      if (outcome === 201) this.#answered++;
      else this.#failures.push(String(outcome));
    }
  }

  answers(count: number): Promise<void> {
    const before = this.#answered;
    return expect.poll(() => this.#answered).toBeGreaterThanOrEqual(before + count);
  }

  async stop(): Promise<readonly string[]> {
    this.#isOver = true;
    await Promise.all(this.#callers);
    return this.#failures;
  }
}
