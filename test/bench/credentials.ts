import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { CredentialError } from '../../src/credentials/CredentialError.ts';
import { readStatusList } from '../../src/credentials/status/statusList.ts';
import { makeExchange } from '../../src/testwallet/faults/answers.ts';
import { issueStatusJwt } from '../../src/testwallet/issueLists.ts';
import { anchorFor, makeScenario, PID_DOCTYPE, type Scenario } from '../../src/testwallet/scenario.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const PORTRAIT = new Uint8Array(randomBytes(11_600));
const ROUNDS = 400;
const ANSWERS_MS = 3_000;

/**
 * The cost of verifying presentations of wallets, as a ratio to one raw verification on P-256 in the same run: an
 * SD-JWT and an mdoc with a portrait of 12 kB, and a whole encrypted answer. `longestBlockMs` is the longest block of
 * the event loop by any of them, a status list or hostile input of maximum size; `answersPerSecond` is for one core.
 */
export default async function bench(): Promise<object> {
  const scenario = makeScenario(NOW);
  const check = scenario.check();
  const picture = `data:image/jpeg;base64,${Buffer.from(PORTRAIT).toString('base64')}`;
  const claims = { family_name: 'Mustermann', given_name: 'Erika', birthdate: '1984-01-26', picture };
  const sdJwt = scenario.sdJwt({ claims });
  const elements = Object.entries({
    family_name: 'Mustermann',
    given_name: 'Erika',
    birth_date: '1984-01-26',
    portrait: PORTRAIT,
  });
  const mdoc = scenario.mdoc({
    elements: elements.map(([name, value]) => ({ namespace: PID_DOCTYPE, name, value })),
  });
  const answer = makeExchange(scenario, {
    wallet: { sdJwt: { claims, plain: {} } },
    query: queryOf(Object.keys(claims)),
  });
  const { ms: raw } = await timed(rawVerification());
  const runs: [string, () => unknown, number][] = [
    ['sdJwt', () => scenario.verify(sdJwt, check), ROUNDS],
    ['mdoc', () => scenario.verify(mdoc, check), ROUNDS],
    ['wholeAnswer', answer, ROUNDS],
    ['statusList', statusList(scenario, 2 ** 17), 40],
    ...hostileInputs(scenario).map(([name, run]) => [name, run, 12] as [string, () => unknown, number]),
  ];
  const found = new Map<string, { ms: number; blockMs: number }>();
  for (const [name, run, rounds] of runs) found.set(name, await timed(run, rounds));
  const ratio = (name: string) => rounded(found.get(name)!.ms / raw, 1);
  const [longestBlock, longest] = [...found].toSorted(([, a], [, b]) => b.blockMs - a.blockMs)[0]!;
  return {
    rawMs: rounded(raw, 4),
    sdJwt: ratio('sdJwt'),
    mdoc: ratio('mdoc'),
    wholeAnswer: ratio('wholeAnswer'),
    statusList2e20Ms: rounded(found.get('statusList')!.ms, 2),
    longestBlockMs: rounded(longest.blockMs, 2),
    longestBlock,
    answersPerSecond: await answersPerSecond(answer),
    chunkBrotli: chunkBrotli(join(import.meta.dirname, '../../dist/cdn')),
  };
}

function queryOf(names: string[]) {
  const claims = names.map((name) => ({ path: [name], isRequired: true }));
  return { id: 'pid', format: 'dc+sd-jwt' as const, types: ['urn:eudi:pid:*'], claims };
}

function rawVerification(): () => void {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const data = randomBytes(1000);
  const signature = sign('sha256', data, privateKey);
  return () => void verify('sha256', data, publicKey, signature);
}

function statusList({ now, signer, root }: Scenario, bytes: number): () => Promise<unknown> {
  const uri = 'https://status.example/1';
  const list = new Uint8Array(randomBytes(bytes).map((byte) => byte & 0x11));
  const token = issueStatusJwt({ signer, now, uri, bits: 1, list });
  const trust = { anchors: [anchorFor(root)], now };
  return async () =>
    (await readStatusList(token, uri, trust)).statusOf({ kind: 'status_list', uri, index: 4 });
}

/** The greatest input of each kind, and small input that means to be great. */
function hostileInputs(scenario: Scenario): [string, () => unknown][] {
  const { mdoc, sdJwt } = { mdoc: scenario.mdoc(), sdJwt: scenario.sdJwt() };
  const verified = (bytes: Uint8Array | string) => refused(() => scenario.verify(bytes));
  const elements = Array.from({ length: 500 }, (_, at) => ({
    namespace: PID_DOCTYPE,
    name: `e${at}`,
    value: at,
  }));
  const claims = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`c${at}`, at]));
  return [
    ['mdoc of 500 elements', verified(scenario.mdoc({ elements }))],
    ['SD-JWT of 500 disclosures', verified(scenario.sdJwt({ claims }))],
    ['SD-JWT of 700 kB', verified(scenario.sdJwt({ plain: { picture: 'A'.repeat(500_000) } }))],
    ['arrays in arrays', verified(new Uint8Array(1_000_000).fill(0x81))],
    ['a megabyte of numbers', verified(Uint8Array.from([0x9a, 0, 0x0f, 0, 0, ...new Uint8Array(983_040)]))],
    ['JSON in JSON', verified(`${Buffer.from('['.repeat(300_000)).toString('base64url')}.e30.AA~`)],
    ['tildes', verified(`${sdJwt}${'~'.repeat(900_000)}`)],
    ['an mdoc and a megabyte', verified(Buffer.concat([mdoc, Buffer.alloc(1_000_000)]))],
    ['status list of 16 MB', refused(statusList(scenario, 16 << 20))],
    ['status list of 20 MB of nothing', refused(bomb(scenario))],
  ];
}

function bomb({ now, signer, root }: Scenario): () => Promise<unknown> {
  const uri = 'https://status.example/1';
  const token = issueStatusJwt({ signer, now, uri, bits: 1, list: new Uint8Array(20 << 20) });
  return () => readStatusList(token, uri, { anchors: [anchorFor(root)], now });
}

/** A function that ignores refusals, at once or later. */
function refused(run: () => unknown): () => unknown {
  const ignore = (error: unknown) => {
    if (!(error instanceof CredentialError)) throw error;
  };
  return () => {
    try {
      const done = run();
      return done instanceof Promise ? done.catch(ignore) : done;
    } catch (error) {
      return ignore(error);
    }
  };
}

async function answersPerSecond(verifyAnswer: () => Promise<void>): Promise<number> {
  const began = performance.now();
  let answers = 0;
  for (; performance.now() - began < ANSWERS_MS; answers++) await verifyAnswer();
  return Math.round((1000 * answers) / (performance.now() - began));
}

/** How long it takes, and how long it keeps the event loop: of each the lower quartile, as the machine may be busy. */
async function timed(run: () => unknown, rounds = ROUNDS): Promise<{ ms: number; blockMs: number }> {
  for (let count = 0; count < rounds / 4; count++) await run();
  const times = { ms: [] as number[], blockMs: [] as number[] };
  for (let count = 0; count < rounds; count++) {
    const began = performance.now();
    const done = run();
    times.blockMs.push(performance.now() - began);
    await done;
    times.ms.push(performance.now() - began);
  }
  const quartile = (of: number[]) => of.sort((a, b) => a - b)[Math.floor(rounds / 4)]!;
  return { ms: quartile(times.ms), blockMs: quartile(times.blockMs) };
}

/** Bytes of brotli of the scripts that a page loads where it offers the wallet, and otherwise not. */
function chunkBrotli(folder: string): number {
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const weigh = (pattern: RegExp) =>
    files
      .filter((name) => pattern.test(name))
      .map((name) => brotliCompressSync(readFileSync(join(folder, name))).length);
  const scripts = weigh(/^(WalletChoice|walletTexts|walletFiles)-/);
  const texts = weigh(/^wallet-[\w-]+-[\w-]{8}\.js$/);
  if (scripts.length < 2 || texts.length < 50) throw new Error(`No scripts of the wallet in ${folder}.`);
  return scripts.reduce((sum, bytes) => sum + bytes, 0) + Math.max(...texts);
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
