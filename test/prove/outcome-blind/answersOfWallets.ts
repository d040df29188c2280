import type { StartedCredentialRequest } from '../../../src/contract/credential.ts';
import { makeIssuer } from '../../../src/testwallet/holder.ts';
import { newCase } from '../../support/verification.ts';
import { waitFor } from '../../support/waitFor.ts';
import { WALLET_ORIGIN } from '../../support/walletHolder.ts';
import { cluster } from '../support/cluster.ts';
import type { Lab } from '../support/Lab.ts';
import { type WalletPeople, walletPeople } from '../support/walletPeople.ts';

/** `again` repeats `good`: it shows how far two medians differ by chance. */
const KINDS = ['good', 'again', 'revoked', 'untrusted', 'malformed'] as const;
type Kind = (typeof KINDS)[number];

/** Medians may differ by this share. */
const MAX_APART = 0.05;
/** Rounds until code and caches are warm. */
const WARM_UP = 40;

/**
 * Sends valid and invalid wallet responses to a service in a separate process: the reply of `/response` must be the
 * same in bytes and time, and so must the request that the page reads after the check. Each round sends every kind in a
 * new random order, each response after the check of the previous one.
 */
export async function answersOfWallets(lab: Lab) {
  const people = await walletPeople(lab);
  // Compiling the embedded database takes longer than a few rounds.
  const isEmbedded = lab.form === 'full' || !lab.hasPostgres();
  const { keys, start } = await cluster(lab, isEmbedded ? 'embedded' : 'postgres');
  const node = await start(people.settings);
  const service = new Caller(`${node.url}/v1`, keys.test);
  const make = answersOf(people);
  const rounds = lab.size(600, 2);
  const warmUp = lab.size(WARM_UP, 0);
  const texts = Object.fromEntries(KINDS.map((kind) => [kind, new Set<string>()]));
  const times = Object.fromEntries(KINDS.map((kind) => [kind, [] as number[]])) as Record<Kind, number[]>;
  const checks = Object.fromEntries(KINDS.map((kind) => [kind, [] as number[]])) as Record<Kind, number[]>;
  const statuses: Record<string, number> = {};
  for (let round = -warmUp; round < rounds; round++)
    for (const kind of shuffled(KINDS)) {
      const walletCase = await ask(service);
      const body = JSON.stringify(make[kind](walletCase.request));
      const path = `/credential-requests/${walletCase.request.id}`;
      const began = performance.now();
      const reply = await service.send('POST', `${path}/response`, { page: walletCase.page, body });
      const took = performance.now() - began;
      const done = await checked(service, walletCase);
      if (round >= 0) checks[kind].push(performance.now() - began - took);
      const { status } = JSON.parse(
        (await service.send('GET', `/credentials/${walletCase.request.id}`)).body,
      );
      statuses[`${kind} ${status}`] = (statuses[`${kind} ${status}`] ?? 0) + 1;
      texts[kind]!.add([reply, done].map((one) => textOf(one, walletCase)).join('\n'));
      if (round >= 0) times[kind].push(took);
    }
  const differences = new Set(KINDS.flatMap((kind) => [...texts[kind]!]));
  const all = rounds + warmUp;
  const isExpected = KINDS.every(
    (kind) => statuses[`${kind} ${kind === 'good' || kind === 'again' ? 'verified' : 'refused'}`] === all,
  );
  const { apart, chance, ms } = compared(times);
  // Few rounds on a busy machine say nothing of times.
  const isAlike = apart <= lab.limit(MAX_APART);
  const ok = differences.size === 1 && isExpected && isAlike;
  const first = differences.size === 1 ? [] : [...differences].slice(0, 2);
  return {
    ok,
    rounds,
    statuses,
    texts: differences.size,
    apart,
    chance,
    ms,
    checkedMs: compared(checks).ms,
    first,
  };
}

function answersOf(people: WalletPeople): Record<Kind, (request: StartedCredentialRequest) => object> {
  const stranger = makeIssuer(Date.now());
  const status = { ...people.revoked, idx: 6 };
  const good = (request: StartedCredentialRequest) => people.answer(request, { status });
  return {
    good,
    again: good,
    revoked: (request) => people.answer(request, { status: people.revoked }),
    untrusted: (request) => people.answer(request, { status, issuer: stranger }),
    malformed: (request) => damaged(good(request)),
  };
}

interface Reply {
  status: number;
  headers: Headers;
  body: string;
}

/** Calls a service as a back end, or as a page. */
class Caller {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  async send(
    method: string,
    path: string,
    { page, body }: { page?: string; body?: string } = {},
  ): Promise<Reply> {
    const headers = {
      Authorization: `Bearer ${page ?? this.#key}`,
      ...(page && { Origin: WALLET_ORIGIN }),
      ...(body && { 'Content-Type': 'application/json' }),
    };
    const reply = await fetch(`${this.#url}${path}`, { method, headers, ...(body && { body }) });
    return { status: reply.status, headers: reply.headers, body: await reply.text() };
  }

  async made(path: string, json: object, page?: string) {
    const { status, body } = await this.send('POST', path, {
      ...(page && { page }),
      body: JSON.stringify(json),
    });
    if (status >= 300) throw new Error(`POST ${path} ${status} ${body}`);
    return JSON.parse(body);
  }
}

/** A case with consent, and a request for its page. */
async function ask(service: Caller) {
  const session = { allowedOrigins: [WALLET_ORIGIN] };
  const made = await service.made('/cases', { ...newCase, policy: { credential: 'offer' }, session });
  const { id } = made as { id: string };
  const page = made.session.sessionKey as string;
  await service.made(`/cases/${id}/consent`, { biometric: true, textVersion: '1', locale: 'en' }, page);
  const request = await service.made(`/cases/${id}/credential-requests`, {}, page);
  return { id, page, request: request as StartedCredentialRequest };
}

type WalletCase = Awaited<ReturnType<typeof ask>>;

/** Waits until a response was checked. @returns the request as the page then reads it */
async function checked(service: Caller, { page, request }: WalletCase): Promise<Reply> {
  let read = await service.send('GET', `/credential-requests/${request.id}`, { page });
  await waitFor(async () => {
    if (read.body.includes('"status":"done"')) return true;
    read = await service.send('GET', `/credential-requests/${request.id}`, { page });
    return false;
  });
  return read;
}

/** The same response with another last letter, so that it cannot be decrypted. */
function damaged(answer: object): object {
  const text = JSON.stringify(answer);
  const end = text.lastIndexOf('"');
  const other = text[end - 3] === 'A' ? 'B' : 'A';
  return JSON.parse(`${text.slice(0, end - 3)}${other}${text.slice(end - 2)}`);
}

function textOf({ status, headers, body }: Reply, { id, request }: WalletCase): string {
  const plain = [...headers].filter(([name]) => !['date', 'request-id'].includes(name));
  return `${status} ${JSON.stringify(plain)} ${body.length} ${body}`
    .replaceAll(id, 'CASE')
    .replaceAll(request.id, 'REQUEST')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/W\/"[^"]*"|\\"[\w-]+\\"/g, 'TAG');
}

/** How far the medians are apart, those of the same kind too, with the quartiles of each in milliseconds. */
function compared(times: Record<Kind, number[]>) {
  const quartiles = (kind: Kind) => [0.25, 0.5, 0.75].map((share) => quantile(times[kind], share));
  const apart = (kinds: readonly Kind[]) => {
    const medians = kinds.map((kind) => quantile(times[kind], 0.5));
    return rounded(Math.max(...medians) / Math.min(...medians) - 1, 1000);
  };
  const ms = Object.fromEntries(
    KINDS.map((kind) => [kind, quartiles(kind).map((value) => rounded(value, 100))]),
  );
  return { apart: apart(KINDS), chance: apart(['good', 'again']), ms };
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))]!;
}

const rounded = (value: number, parts: number) => Math.round(parts * value) / parts;

function shuffled<T>(values: readonly T[]): T[] {
  const keyed = values.map((value) => ({ value, at: Math.random() }));
  return keyed.sort((one, other) => one.at - other.at).map(({ value }) => value);
}
