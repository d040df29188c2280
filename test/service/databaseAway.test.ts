import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { databases, type Reply, startTestService, type TestService } from '../support/service.ts';
import { type StartedPostgres, startPostgres } from '../support/startPostgres.ts';
import { newCase } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';

describe.runIf(databases.includes('postgres'))('a database that', () => {
  const masterKey = randomBytes(32);
  let cluster: StartedPostgres;
  beforeAll(() => {
    cluster = startPostgres();
  });
  afterAll(() => cluster.stop());

  const start = (ms: number) => {
    const database = {
      pool: 10,
      connectTimeoutMs: ms,
      statementTimeoutMs: ms,
      lockTimeoutMs: ms,
      idleTransactionTimeoutMs: ms,
      prepare: true,
    };
    return startTestService({ config: { databaseUrl: cluster.url, masterKey, database } });
  };

  const hangUnderLoad = async () => {
    let service!: TestService;
    // A busy machine may miss so short a limit.
    await waitFor(async () => {
      const started = await start(300).catch(() => null);
      if (started) service = started;
      return started !== null;
    });
    const load = new Load(service);
    await load.has(20);
    const goOn = cluster.hang();
    onTestFinished(goOn);
    return { service, load, goOn };
  };

  test('restarts causes 503 until it is back, never 500, and loses no confirmed write', async () => {
    const service = await start(60_000);
    const load = new Load(service);
    await load.has(20);
    for (const how of ['fast', 'immediate', 'fast'] as const) {
      await cluster.restart(how);
      await load.recovers();
    }
    const replies = await load.stop();
    expectHonest(replies);
    expect(service.logged()).not.toContain('request failed');
    for (const id of load.created) expect((await service.call('GET', `/cases/${id}`)).status).toBe(200);
  });

  test('hangs causes 503 within the time limit, also at /readyz, and the service recovers with it', async () => {
    const { service, load, goOn } = await hangUnderLoad();
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(503);
    expect((await service.call('POST', '/cases', { json: newCase })).status).toBe(503);
    goOn();
    await load.recovers();
    expectHonest(await load.stop());
  });

  test('hangs under many requests is not reported as an internal error, and the service recovers with it', async () => {
    const { load, goOn } = await hangUnderLoad();
    // More than its queue of connections holds.
    await load.has(2000);
    goOn();
    await load.recovers();
    expectHonest(await load.stop());
  });
});

/** Callers that create and read in sequence, for any response. */
class Load {
  readonly created: string[] = [];
  readonly #service: TestService;
  readonly #replies: Reply[] = [];
  readonly #callers: Promise<void>[];
  #isOver = false;

  constructor(service: TestService) {
    this.#service = service;
    this.#callers = Array.from({ length: 8 }, () => this.#call());
    // A failed test ends its callers before its service.
    onTestFinished(async () => {
      await this.stop();
    });
  }

  async #call(): Promise<void> {
    while (!this.#isOver) {
      const headers = { 'Idempotency-Key': randomUUID() };
      const reply = await this.#service.call('POST', '/cases', { json: newCase, headers });
      if (reply.status === 201) this.created.push(reply.body.id);
      const read = await this.#service.call('GET', `/cases/${reply.body.id ?? 'case_0'}`);
      this.#replies.push(reply, ...(reply.status === 201 ? [read] : []));
    }
  }

  /** Waits for so many answers, each of which takes as long as the limit of the database. */
  has(count: number): Promise<void> {
    return expect.poll(() => this.#replies.length).toBeGreaterThanOrEqual(count);
  }

  /** Waits for a case that is created from now on. */
  recovers(): Promise<void> {
    const before = this.created.length;
    return expect.poll(() => this.created.length).toBeGreaterThan(before + 20);
  }

  async stop(): Promise<Reply[]> {
    this.#isOver = true;
    await Promise.all(this.#callers);
    return this.#replies;
  }
}

function expectHonest(replies: readonly Reply[]): void {
  const refused = replies.filter(({ status }) => status >= 400);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, body, headers } of refused) {
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'unavailable' });
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  }
}
