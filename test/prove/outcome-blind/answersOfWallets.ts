import { makeIssuer } from '../../../src/testwallet/holder.ts';
import type { Reply, TestService } from '../../support/openService.ts';
import { newCase } from '../../support/verification.ts';
import { WALLET_ORIGIN } from '../../support/walletHolder.ts';
import type { Lab } from '../support/Lab.ts';
import { openLocal } from '../support/openLocal.ts';
import { type WalletPeople, walletPeople } from '../support/walletPeople.ts';

const KINDS = ['good', 'revoked', 'untrusted', 'malformed'] as const;
type Kind = (typeof KINDS)[number];

/** Medians may differ by this share. */
const MAX_APART = 0.05;

/**
 * Answers of wallets, good ones and such that are refused, in turn: what `/response` gives back is the same in bytes and in
 * time, and so is what the page reads of the request once it was checked.
 */
export async function answersOfWallets(lab: Lab) {
  const people = await walletPeople(lab);
  const service = await openWith(lab, people);
  const stranger = makeIssuer(Date.now());
  const status = { ...people.revoked, idx: 6 };
  // The clock of the service stands still.
  const now = service.deps.clock().getTime();
  const make: Record<Kind, (request: Parameters<WalletPeople['answer']>[0]) => object> = {
    good: (request) => people.answer(request, { now, status }),
    revoked: (request) => people.answer(request, { now, status: people.revoked }),
    untrusted: (request) => people.answer(request, { now, status, issuer: stranger }),
    malformed: (request) => damaged(people.answer(request, { now, status })),
  };
  const rounds = lab.size(300, 4);
  const texts = Object.fromEntries(KINDS.map((kind) => [kind, new Set<string>()]));
  const times = Object.fromEntries(KINDS.map((kind) => [kind, [] as number[]]));
  const statuses: Record<string, number> = {};
  for (let round = 0; round < rounds; round++)
    for (let turn = 0; turn < KINDS.length; turn++) {
      const kind = KINDS[(turn + round) % KINDS.length]!;
      const asked = await ask(service);
      const json = make[kind](asked.request);
      const began = performance.now();
      const reply = await service.call('POST', `/credential-requests/${asked.request.id}/response`, {
        ...asked.page,
        json,
      });
      times[kind]!.push(performance.now() - began);
      await service.tick();
      const done = await service.call('GET', `/credential-requests/${asked.request.id}`, asked.page);
      texts[kind]!.add([reply, done].map((one) => textOf(one, asked)).join('\n'));
      const { status } = (await service.call('GET', `/credentials/${asked.request.id}`)).body;
      statuses[`${kind} ${status}`] = (statuses[`${kind} ${status}`] ?? 0) + 1;
    }
  const differences = new Set(KINDS.flatMap((kind) => [...texts[kind]!]));
  const medians = KINDS.map((kind) => median(times[kind]!));
  const apart =
    Math.round((1000 * (Math.max(...medians) - Math.min(...medians))) / Math.min(...medians)) / 1000;
  const isExpected =
    statuses['good verified'] === rounds &&
    KINDS.slice(1).every((kind) => statuses[`${kind} refused`] === rounds);
  // Few rounds on a busy machine say nothing of times.
  const isAlike = lab.form === 'quick' || apart <= MAX_APART;
  const ok = differences.size === 1 && isExpected && isAlike;
  const first = differences.size === 1 ? [] : [...differences].slice(0, 2);
  return { ok, rounds, statuses, texts: differences.size, apart, medianMs: medians.map(rounded), first };
}

async function openWith(lab: Lab, { trust }: WalletPeople): Promise<TestService> {
  const { readConfig } = await import('../../../src/service/settings/config.ts');
  const { wallet, webhooks } = readConfig({ WALLET_TEST_TRUST: trust, WEBHOOK_ALLOW_LOOPBACK: 'true' });
  return await openLocal(lab, { config: { wallet, webhooks } });
}

/** A case with consent, and a request for its page. */
async function ask(service: TestService) {
  const json = {
    ...newCase,
    policy: { credential: 'offer' },
    session: { allowedOrigins: [WALLET_ORIGIN] },
  };
  const { id, session } = (await service.call('POST', '/cases', { json })).body;
  const page = { key: session.sessionKey as string, headers: { Origin: WALLET_ORIGIN } };
  const consent = { biometric: true, textVersion: '1', locale: 'en' };
  await service.call('POST', `/cases/${id}/consent`, { ...page, json: consent });
  const { body: request } = await service.call('POST', `/cases/${id}/credential-requests`, {
    ...page,
    json: {},
  });
  return { id: id as string, page, request };
}

type Asked = Awaited<ReturnType<typeof ask>>;

/** The same answer with another last letter: nobody can decrypt it. */
function damaged(answer: object): object {
  const text = JSON.stringify(answer);
  const end = text.lastIndexOf('"');
  const other = text[end - 3] === 'A' ? 'B' : 'A';
  return JSON.parse(`${text.slice(0, end - 3)}${other}${text.slice(end - 2)}`);
}

function textOf({ status, headers, body }: Reply, { id, request }: Asked): string {
  const plain = [...headers].filter(([name]) => !['date', 'request-id'].includes(name));
  return `${status} ${JSON.stringify(plain)} ${JSON.stringify(body)}`
    .replaceAll(id, 'CASE')
    .replaceAll(request.id, 'REQUEST')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/W\/"[^"]*"|\\"[\w-]+\\"/g, 'TAG');
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

const rounded = (value: number) => Math.round(100 * value) / 100;
