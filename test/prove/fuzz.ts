import { captureOf, newCase } from '../support/verification.ts';
import { WALLET_ORIGIN } from '../support/walletHolder.ts';
import { FuzzTarget, formOf } from './fuzz/FuzzTarget.ts';
import { fuzzedPictures } from './fuzz/fuzzedPictures.ts';
import { mutated } from './fuzz/mutated.ts';
import { cluster } from './support/cluster.ts';
import { inLanes } from './support/inLanes.ts';
import type { Lab } from './support/Lab.ts';
import { measureLatencies } from './support/latencies.ts';
import { memoryOf } from './support/memoryOf.ts';
import type { Findings } from './support/Proof.ts';
import { type WalletPeople, walletAddress, walletPeople } from './support/walletPeople.ts';

const CONCURRENCY = 4;
const MAX_MS = 250;
const MAX_MEMORY = 1200;

/**
 * Requests generated from the service's own description with one fault each, answers of wallets with parts changed,
 * pictures of a selfie and of a document with bytes changed, cut and doubled, including known bombs, and forms of a document
 * with something wrong. None is answered by 5xx, memory stays bounded, and other callers are not affected.
 * Only the full form judges times, because it has the machine to itself.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const { keys, start } = await cluster(lab, lab.hasPostgres() ? 'postgres' : 'embedded');
  const people = await walletPeople(lab);
  const node = await start({ LOG_LEVEL: 'info', ...people.settings });
  const post = async (path: string, json: object) =>
    await (await send(`${node.url}/v1${path}`, keys.test, JSON.stringify(json))).json();
  const description = await (await fetch(`${node.url}/openapi.json`)).json();
  const session = { allowedOrigins: ['https://shop.example'] };
  const created = await post('/cases', newCase);
  const newSession = async () => {
    const policy = { credential: 'offer' };
    const { id, session: made } = await post('/cases', { ...newCase, policy, session });
    await post(`/cases/${id}/consent`, consent);
    return made.sessionKey as string;
  };
  const target = new FuzzTarget(node.url, { keys: [keys.test, keys.live], newSession }, description);
  const read = () => statusOf(`${node.url}/v1/cases/${created.id}`, keys.test);
  const others = measureLatencies(read, 20);
  const faults: string[] = [];
  const answers: Record<string, number> = {};
  const count = (status: string, request: string) => {
    answers[status] = (answers[status] ?? 0) + 1;
    if (/\b5\d\d$/.test(status)) faults.push(`${status} ${request}`);
  };
  const requests = lab.size(100_000, 150);
  await inLanes(requests, CONCURRENCY, async () => {
    const { status, request } = await target.send();
    count(String(status), request);
  });
  const walletAnswers = lab.size(2000, 12);
  await inLanes(walletAnswers, CONCURRENCY, async () => {
    const { status, answer } = await answerWrongly(node.url, keys.test, { post, people });
    count(`wallet ${status}`, answer);
  });
  const linked = lab.size(2000, 12);
  await inLanes(linked, CONCURRENCY, async () => {
    const { status, form } = await answerLinkWrongly(node.url, { post, people });
    count(`link ${status}`, form);
  });
  const files = await fuzzedPictures({
    count: lab.size(2000, 10),
    hugeSide: lab.size(20_000, 4200),
    textMb: lab.size(200, 40),
  });
  await inLanes(files.length, 2, async (index) => {
    const sent = { post, file: files[index]! };
    count(`picture ${await capture(node.url, keys.test, sent)}`, `picture ${index}`);
    await showWrongly(node.url, keys.test, sent).then(({ status, form }) =>
      count(`document ${status}`, form),
    );
  });
  await others.stop();
  const memoryMb = memoryOf(node.child.pid!, 'peak');
  const isFast = others.p99 < lab.limit(MAX_MS);
  const isAlive = node.child.exitCode === null && others.failed === 0;
  const ok = faults.length === 0 && isAlive && isFast && (memoryMb ?? 0) < MAX_MEMORY;
  const { p50, p99 } = others;
  const shown = {
    operations: target.operations,
    requests,
    walletAnswers,
    linked,
    pictures: files.length,
    answers,
    memoryMb,
  };
  return { ok, ...shown, others: { p50, p99, failed: others.failed }, faults: faults.slice(0, 3) };
}

const consent = { biometric: true, textVersion: '1', locale: 'en' };

// biome-ignore lint/suspicious/noExplicitAny: each endpoint answers with its own shape.
type Post = (path: string, json: object) => Promise<any>;

async function statusOf(url: string, key: string): Promise<number> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
  await response.arrayBuffer();
  return response.status;
}

async function send(url: string, key: string, body: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  return await fetch(url, { method: 'POST', headers, body });
}

/** A case whose wallet sends a faulty response. */
async function answerWrongly(
  url: string,
  key: string,
  { post, people }: { post: Post; people: WalletPeople },
): Promise<{ status: number; answer: string }> {
  const { id } = await post('/cases', { ...newCase, policy: { credential: 'offer' } });
  await post(`/cases/${id}/consent`, consent);
  const request = await post(`/cases/${id}/credential-requests`, { origin: WALLET_ORIGIN });
  const answer = changedText(JSON.stringify(mutated(people.answer(request))));
  const { status } = await send(`${url}/v1/credential-requests/${request.id}/response`, key, answer);
  return { status, answer: answer.slice(0, 300) };
}

/** A wallet that a link opened and that sends something wrong: the form, its type, or the token. */
async function answerLinkWrongly(
  url: string,
  { post, people }: { post: Post; people: WalletPeople },
): Promise<{ status: number; form: string }> {
  const session = { allowedOrigins: [WALLET_ORIGIN] };
  const { id, session: made } = await post('/cases', {
    ...newCase,
    policy: { credential: 'offer' },
    session,
  });
  await post(`/cases/${id}/consent`, consent);
  const response = await fetch(`${url}/v1/cases/${id}/credential-requests`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${made.sessionKey}`,
      Origin: WALLET_ORIGIN,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ returnPath: '/verify' }),
  });
  const address = walletAddress((await response.json()).link);
  const request = await (await fetch(address)).text();
  const fields = { response: people.answerLinked(request), wallet_nonce: 'n', error: 'e', state: 's' };
  const form = changedText(formOf(mutated(fields, 0.5)));
  const type = Math.random() < 0.9 ? 'application/x-www-form-urlencoded' : 'multipart/form-data';
  const to = Math.random() < 0.9 ? address : address.slice(0, -1);
  const reply = await fetch(to, { method: 'POST', headers: { 'Content-Type': type }, body: form });
  await reply.arrayBuffer();
  return { status: reply.status, form: form.slice(0, 300) };
}

/** A case whose selfie is one file. @returns the status of its capture */
async function capture(
  url: string,
  key: string,
  { post, file }: { post: Post; file: Buffer },
): Promise<number> {
  const { id } = await post('/cases', newCase);
  await post(`/cases/${id}/consent`, consent);
  const check = await post('/biometrics/selfie-check', { caseId: id });
  const body = captureOf(check.challenge, { steps: ['center'], frames: [file] });
  const init = { method: 'POST', headers: { Authorization: `Bearer ${key}` }, body };
  return (await fetch(`${url}/v1/biometrics/selfie-check/${check.id}/capture`, init)).status;
}

/** A case that is shown a document of one file, in a form that has something wrong now and then. */
async function showWrongly(
  url: string,
  key: string,
  { post, file }: { post: Post; file: Buffer },
): Promise<{ status: number; form: string }> {
  const { id } = await post('/cases', { ...newCase, policy: { document: 'require' } });
  await post(`/cases/${id}/consent`, consent);
  const check = await post('/biometrics/document-check', { caseId: id, type: 'id_card' });
  const body = new FormData();
  const texts: Record<string, string> = { nonce: check.nonce, source: 'camera' };
  const sides = ['front', 'back', 'frontTrail', 'backTrail'].filter(
    (side) => side === 'front' || Math.random() < 0.3,
  );
  for (const side of sides) {
    const files = 1 + Math.floor(Math.random() * 3);
    for (let n = 0; n < files; n++)
      body.append(side, new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), `${side}.jpg`);
    const times = Array.from({ length: files }, (_, n) => 200 * n);
    if (side.endsWith('Trail')) texts[side.replace('Trail', 'Times')] = JSON.stringify(times);
  }
  const isWrong = Math.random() < 0.3;
  if (isWrong) texts['frontTimes'] = JSON.stringify(mutated([0, 200], 0.5));
  for (const [name, value] of Object.entries(texts)) body.append(name, isWrong ? changedText(value) : value);
  const init = { method: 'POST', headers: { Authorization: `Bearer ${key}` }, body };
  const response = await fetch(`${url}/v1/biometrics/document-check/${check.id}/capture`, init);
  await response.arrayBuffer();
  return { status: response.status, form: JSON.stringify({ ...texts, sides }).slice(0, 300) };
}

/** With up to three letters changed, as often as not. */
function changedText(text: string): string {
  const letters = [...text];
  for (let count = Math.floor(Math.random() * 7) - 3; count > 0; count--)
    letters[Math.floor(Math.random() * letters.length)] = 'A-_0"{'[Math.floor(Math.random() * 6)]!;
  return letters.join('');
}
