import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { newCase, person } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';
import { CrashLoad } from './crash/CrashLoad.ts';
import { receive, SETTLE_MS, settle } from './crash/settle.ts';
import { PostgresPair, WAYS, type Way } from './failover/PostgresPair.ts';
import { type Cluster, cluster } from './support/cluster.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';
import type { ServiceNode } from './support/startNode.ts';
import { walletPeople } from './support/walletPeople.ts';

const CONCURRENCY = 6;
const NODES = 2;
/** The deliveries must not take longer than the failovers; a request must not wait for a lost server for long. */
const SETTINGS = {
  WEBHOOK_CONCURRENCY: '32',
  DB_CONNECT_TIMEOUT_MS: '2000',
  DB_STATEMENT_TIMEOUT_MS: '5000',
};
/** Requests between two failovers. */
const REQUESTS = 40;
/** How soon after the new primary's promotion each node takes a request again. */
const MAX_RECOVERY_MS = 10_000;
/** How far an asynchronous standby lags behind in the measurement. */
const LAG_MS = 300;

/**
 * PostgreSQL with a synchronous standby under load: the primary is killed, cut off by the network and switched over, and
 * the standby takes over. Nothing that was acknowledged is lost, no event has two ids, no case two outcomes; requests, streams and
 * the wake channel return by themselves. With an asynchronous standby, it is counted what was lost.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const synchronous = await failOvers(lab, lab.size(24, WAYS.length));
  const asynchronous = lab.form === 'full' ? await countLost(lab) : null;
  return { ...synchronous, ...(asynchronous && { asynchronous }) };
}

async function failOvers(lab: Lab, rounds: number) {
  const pair = await PostgresPair.start(lab, { synchronous: true });
  const { service, running, load } = await start(lab, pair);
  const receiver = await receive(lab, running[0]!.url, service);
  load.begin(CONCURRENCY);
  const recoveredMs: Record<Way, number> = { killed: 0, cut: 0, silent: 0, switched: 0 };
  const streamMs = { ...recoveredMs };
  for (let round = 0; round < rounds; round++) {
    const way = WAYS[round % WAYS.length]!;
    await goesOn(load);
    const stream = await StreamOfHandoff.open(running[round % NODES]!, service);
    const promotedAt = await pair.failOver(way);
    const at = await Promise.all(running.map(({ url }) => takesRequests(url, service.keys.test)));
    recoveredMs[way] = Math.max(recoveredMs[way], Math.round(Math.max(...at) - promotedAt));
    streamMs[way] = Math.max(streamMs[way], await stream.hearsOf(running[(round + 1) % NODES]!));
    await pair.restore();
    await waitFor(() => running.every(isListening), SETTLE_MS);
  }
  await goesOn(load);
  await load.end();
  const lost = await missing(pair.url, load);
  const left = await settle({ service, running, load, receiver });
  const twoIds = eventsOfTwoIds(receiver.received.map(({ body }) => body));
  const twoOutcomes = casesOfTwoOutcomes(receiver.received.map(({ body }) => body));
  const slowest = Math.max(...Object.values(recoveredMs), ...Object.values(streamMs));
  const ok = left.ok && lost.length + twoIds.length + twoOutcomes.length === 0 && slowest <= MAX_RECOVERY_MS;
  return { ...left, ok, rounds, recoveredMs, streamMs, lost: lost.slice(0, 3), twoIds, twoOutcomes };
}

/** What a standby that is some hundred milliseconds behind loses with its primary. */
async function countLost(lab: Lab) {
  const pair = await PostgresPair.start(lab, { synchronous: false });
  const { load } = await start(lab, pair);
  load.begin(CONCURRENCY);
  await goesOn(load);
  pair.holdBack();
  await pause(LAG_MS);
  await pair.failOver('killed');
  await load.end();
  return { lagMs: LAG_MS, answered: load.answered.length, lost: (await missing(pair.url, load)).length };
}

async function start(lab: Lab, { url }: PostgresPair) {
  const service = await cluster(lab, 'postgres', url);
  const people = await walletPeople(lab);
  const running: ServiceNode[] = [];
  for (let node = 0; node < NODES; node++)
    running.push(await service.start({ ...SETTINGS, ...people.settings }));
  return {
    service,
    running,
    load: new CrashLoad(() => running.map((one) => one.url), service.keys.test, people),
  };
}

function goesOn(load: CrashLoad): Promise<void> {
  const enough = load.answered.length + REQUESTS;
  return waitFor(() => load.answered.length >= enough, SETTLE_MS);
}

/** @returns when a node created a case. */
async function takesRequests(url: string, key: string): Promise<number> {
  await waitFor(async () => (await post(`${url}/v1/cases`, key, newCase).catch(() => null))?.status === 201);
  return performance.now();
}

function post(url: string, key: string, json: object = {}): Promise<Response> {
  const headers = { ...(key && { Authorization: `Bearer ${key}` }), 'Content-Type': 'application/json' };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(json) });
}

/** Whether the last that the log says of the wake channel is that it is open. */
function isListening({ log }: ServiceNode): boolean {
  const said = readFileSync(log, 'utf8').match(/wake channel (lost|open again)/g) ?? [];
  return said.at(-1) !== 'wake channel lost';
}

/** The cases whose creation was acknowledged and that do not exist. */
async function missing(databaseUrl: string, { answered }: CrashLoad): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const ids = answered.map(({ id }) => id);
  const { rows } = await client
    .query('select id from unnest($1::text[]) id where id not in (select id from cases)', [ids])
    .finally(() => client.end());
  return rows.map(({ id }) => id);
}

interface SentEvent {
  id: string;
  type: string;
  data: { caseId?: string; version?: number; status?: string };
}

/** Each version of a case has one event. */
function eventsOfTwoIds(bodies: string[]): string[] {
  return ofTwo(bodies, ({ id, type, data }) => [`${data.caseId} ${data.version} ${type}`, id]);
}

/** A case is approved or declined once. */
function casesOfTwoOutcomes(bodies: string[]): string[] {
  return ofTwo(bodies, ({ id, type, data }) =>
    /^case\.(approved|declined)$/.test(type) ? [data.caseId ?? '', id] : null,
  );
}

function ofTwo(
  bodies: string[],
  pairOf: (event: SentEvent) => [key: string, value: string] | null,
): string[] {
  const values = new Map<string, Set<string>>();
  for (const body of bodies) {
    const [key, value] = pairOf(JSON.parse(body) as SentEvent) ?? [];
    if (key) values.set(key, (values.get(key) ?? new Set()).add(value!));
  }
  return [...values].filter(([, all]) => all.size > 1).map(([key]) => key);
}

/** A page that follows a hand-off, and opens its stream again whenever it ends, as a browser does. */
class StreamOfHandoff {
  readonly #id: string;
  readonly #key: string;
  #status = '';
  #heardAt = 0;

  private constructor(id: string, key: string) {
    this.#id = id;
    this.#key = key;
  }

  static async open({ url }: ServiceNode, { keys }: Cluster): Promise<StreamOfHandoff> {
    const { id } = (await (await post(`${url}/v1/cases`, keys.test, newCase)).json()) as { id: string };
    const consent = { biometric: true, textVersion: '1', locale: 'en' };
    await post(`${url}/v1/cases/${id}/consent`, keys.test, consent);
    await post(`${url}/v1/cases/${id}/personal-details`, keys.test, person);
    await post(`${url}/v1/cases/${id}/handoff`, keys.test);
    const stream = new StreamOfHandoff(id, keys.test);
    void stream.#follow(`${url}/v1/cases/${id}/handoff`);
    await waitFor(() => stream.#status === 'waiting');
    return stream;
  }

  /** A phone joins at a node, with the code that the page shows anew each minute. @returns after how many milliseconds the page hears of it. */
  async hearsOf({ url }: ServiceNode): Promise<number> {
    const code = await post(`${url}/v1/cases/${this.#id}/handoff`, this.#key);
    const link = new URL(((await code.json()) as { url: string }).url);
    const joined = await post(`${url}/v1/handoffs/join`, '', { secret: link.hash.slice(1) });
    if (joined.status !== 200) throw new Error(`The phone did not join: ${joined.status}`);
    const at = performance.now();
    await waitFor(() => this.#status !== 'waiting');
    return Math.round(this.#heardAt - at);
  }

  async #follow(url: string): Promise<void> {
    const headers = { Authorization: `Bearer ${this.#key}`, Accept: 'text/event-stream' };
    while (this.#status === '' || this.#status === 'waiting') {
      const response = await fetch(url, { headers }).catch(() => null);
      try {
        for await (const chunk of response?.body?.pipeThrough(new TextDecoderStream()) ?? [])
          this.#hear(chunk);
      } catch {
        // It broke, as streams do; the next one tells the state.
      }
      await pause(100);
    }
  }

  #hear(chunk: string): void {
    const status = /"status":"(\w+)"/.exec(chunk)?.[1];
    if (!status) return;
    this.#status = status;
    this.#heardAt = performance.now();
  }
}
