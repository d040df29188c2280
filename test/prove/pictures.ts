import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { startFaultyStore } from '../support/faultyStore.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { picture } from '../support/picture.ts';
import {
  pictureStores,
  type StartedStore,
  type StoreKind,
  startPictureStore,
} from '../support/pictureStores.ts';
import { captureOf, newCase } from '../support/verification.ts';
import { leftInBucket } from './pictures/leftInBucket.ts';
import { openedAfterErasure } from './pictures/openedAfterErasure.ts';
import { cluster } from './support/cluster.ts';
import { inLanes } from './support/inLanes.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';
import type { ServiceNode } from './support/startNode.ts';

const LANES = 12;
/** How long each kind of weather lasts. */
const WEATHER_MS = 1200;
/** Of the clock of the store. Stores refuse what is signed a quarter of an hour before or after their time. */
const AHEAD_MS = 1_200_000;

/**
 * Captures through a store whose clock is wrong and that is away, full, slow and loses its answers, on two nodes of which one is killed
 * again and again. What was acknowledged can be read, byte by byte; after the sweep the bucket holds nothing that no row names; after an
 * erasure nothing that anybody copied before can be opened. `PROVE_PARTS` names the stores of the full form.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const kinds: readonly StoreKind[] =
    lab.form === 'quick' ? ['s3rver'] : pictureStores('The proof of pictures');
  const parts = process.env['PROVE_PARTS']?.split(',') ?? kinds;
  const found: Record<string, Findings> = {};
  for (const kind of kinds.filter((each) => parts.includes(each))) {
    found[kind] = await proveOn(lab, kind);
    process.stderr.write(`${kind} ${JSON.stringify(found[kind])}\n`);
  }
  const all = Object.values(found);
  return { ok: all.length > 0 && all.every(({ ok }) => ok), ...found };
}

/** The settings of the nodes, and what the proof needs of them. */
export interface Place {
  store: StartedStore;
  settings: Record<string, string>;
}

async function proveOn(lab: Lab, kind: StoreKind): Promise<Findings> {
  const store = await startPictureStore(kind, AHEAD_MS);
  lab.defer(store.stop);
  const way = await startFaultyStore(store.url);
  lab.defer(way.close);
  const { keys, start, databaseUrl, dataDir } = await cluster(lab, 'postgres');
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl!,
    IDV_MASTER_KEY: randomBytes(32).toString('base64'),
    KEYS_DIR: lab.folder(),
    PICTURES: `s3://${store.bucket}/proof`,
    PICTURES_ENDPOINT: way.url,
    PICTURES_TIMEOUT_MS: '3000',
    AWS_ACCESS_KEY_ID: store.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
  };
  const nodes = [await start(settings), await start(settings)];
  const client = clientOf(keys.test, nodes);
  const count = lab.size(5000, 18);
  const captured: Captured[] = [];
  let isOver = false;
  const counts = { refused: 0, kills: 0 };
  const weather = async () => {
    while (!isOver) {
      for (const fault of ['none', 'away', 'none', 'lost answer', 'none', 'full', 'none', 'slow'] as const) {
        way.fault = fault;
        await pause(WEATHER_MS);
      }
      way.fault = 'none';
      await nodes[0]!.end('SIGKILL');
      counts.kills++;
      nodes[0] = await start(settings);
    }
    way.fault = 'none';
  };
  const capturing = inLanes(count, LANES, async () => captured.push(await client.capture(counts)));
  const both = capturing.finally(() => {
    isOver = true;
  });
  await Promise.all([both, weather()]);
  await allJudged(captured, client.statusOf);
  const place = { store, settings: { ...settings, PICTURES_ENDPOINT: store.url } };
  const orphans = await leftInBucket(place);
  let lost = 0;
  await inLanes(captured.length, LANES, async (index) => {
    if (await client.isLost(captured[index]!)) lost++;
  });
  const toErase = captured.slice(0, Math.ceil(count / 2)).map(({ id }) => id);
  const erased = await openedAfterErasure(place, toErase, client.erase);
  const ok =
    lost === 0 &&
    orphans === 0 &&
    erased.opened === 0 &&
    erased.left === 0 &&
    erased.openedBefore === erased.copies;
  return { ok: ok && erased.copies > 0, captures: captured.length, lost, orphans, erased, ...counts };
}

/** Waits for the verdict of each capture. Thousands wait at the end: the limit is that of a single one, after the one before. */
async function allJudged(captured: Captured[], statusOf: (id: string) => Promise<string>): Promise<void> {
  let lastAt = performance.now();
  await inLanes(captured.length, LANES, async (index) => {
    while ((await statusOf(captured[index]!.checkId)) === 'processing') {
      if (performance.now() - lastAt > PATIENCE_MS) throw new Error(`No verdict within ${PATIENCE_MS} ms`);
      await pause(100);
    }
    lastAt = performance.now();
  });
}

interface Captured {
  id: string;
  checkId: string;
}

const sent = picture();

/** A back end that sends again until it is answered, to whichever node is there. */
function clientOf(key: string, nodes: readonly ServiceNode[]) {
  let turn = 0;
  const ask = async (method: string, path: string, body?: BodyInit) => {
    const headers = {
      Authorization: `Bearer ${key}`,
      ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
    };
    const url = nodes[turn++ % nodes.length]!.url;
    return await fetch(`${url}/v1${path}`, { method, headers, ...(body && { body }) }).catch(() => null);
  };
  const sure = async (method: string, path: string, json?: object): Promise<Response> => {
    for (;;) {
      const reply = await ask(method, path, json && JSON.stringify(json));
      if (reply && reply.status < 500) return reply;
      await pause(100);
    }
  };
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes.
  const read = async (...call: Parameters<typeof sure>): Promise<any> => await (await sure(...call)).json();
  const statusOf = async (id: string): Promise<string> =>
    (await read('GET', `/biometrics/selfie-check/${id}`)).status;
  return {
    statusOf,
    erase: async (id: string) => void (await sure('DELETE', `/cases/${id}`)),
    capture: async (counts: { refused: number }): Promise<Captured> => {
      const { id } = await read('POST', '/cases', newCase);
      await sure('POST', `/cases/${id}/consent`, { biometric: true, textVersion: '2026-01', locale: 'en' });
      for (;;) {
        const check = await read('POST', '/biometrics/selfie-check', { caseId: id });
        // A lost answer: the capture is in, though nobody was told.
        if (!check.id) return { id, checkId: (await read('GET', `/cases/${id}`)).checks.selfie.id };
        const path = `/biometrics/selfie-check/${check.id}/capture`;
        const reply = await ask('POST', path, captureOf(check.challenge, { frame: sent }));
        if (reply?.status === 202) return { id, checkId: check.id };
        counts.refused++;
        await pause(200);
      }
    },
    isLost: async ({ checkId }: Captured): Promise<boolean> => {
      const { frames } = await read('GET', `/biometrics/selfie-check/${checkId}/frames`);
      for (const { n } of frames) {
        const reply = await sure('GET', `/biometrics/selfie-check/${checkId}/frames/${n}`);
        if (reply.status !== 200 || !sent.equals(Buffer.from(await reply.arrayBuffer()))) return true;
      }
      return frames.length === 0;
    },
  };
}
