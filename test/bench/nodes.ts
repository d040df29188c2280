import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PageLoad } from '../prove/nodes/PageLoad.ts';
import { cluster } from '../prove/support/cluster.ts';
import { inLanes } from '../prove/support/inLanes.ts';
import { Lab } from '../prove/support/Lab.ts';
import { memoryOf } from '../prove/support/memoryOf.ts';
import type { ServiceNode } from '../prove/support/startNode.ts';
import { cpuMsOfAll } from '../support/cpuMsOf.ts';
import { makeBucket, type StartedStore, startPictureStore } from '../support/pictureStores.ts';
import { picturesIn } from '../support/sharedPictures.ts';
import { startPostgres } from '../support/startPostgres.ts';
import { CaptureLoad, cameraFrame } from './support/CaptureLoad.ts';
import { median } from './support/quantiles.ts';

const NODES = 3;
/** Milliseconds that judging a capture with its recording takes on one core (`npm run -s bench -- selfie`). */
const JUDGE_MS = 900;
/** Enough for the one place of a node to be always taken. */
const PEOPLE_OF_NODE = 5;
/** As often as a back end that polls. */
const ASKED_MS = 1000;
const SECONDS = 45;
const ROUNDS = 4;
/** Captures of a round, whose challenges are valid for two minutes. */
const EACH = 48;
const AT_ONCE = 8;

/**
 * One, two and three nodes that share nothing but one PostgreSQL and one store, with a bucket for pictures and one for data keys. Whole
 * verifications a second, where each node judges one capture at a time and the time for that is waited, not worked: the
 * cores are those of all nodes, of PostgreSQL and of the store. Then acknowledged captures a second at all nodes by turns, as fast as
 * these cores allow: what more nodes cost, they cost there. The argument `swift` is another store than s3rver.
 */
export default async function nodes(): Promise<object> {
  const lab = new Lab('full');
  try {
    const place = await open(lab, process.argv[3] === 'swift' ? 'swift' : 's3rver');
    const running: ServiceNode[] = [];
    const failures: string[] = [];
    const verified: Work[] = [];
    const captured: Work[] = [];
    for (let count = 1; count <= NODES; count++) {
      running.push(await place.start());
      const load = {
        key: place.key,
        failures,
        people: PEOPLE_OF_NODE,
        frame: cameraFrame,
        everyMs: ASKED_MS,
      };
      const people = new PageLoad(running, load);
      verified.push(
        await work(place, running, async () => ({
          perSecond: await people.rate(SECONDS),
          done: people.done,
        })),
      );
      captured.push(await takeCaptures(place, running));
    }
    const [one, two, three] = verified.map(({ perSecond }) => perSecond);
    return {
      judgeMs: JUDGE_MS,
      verifications: {
        ...columns(verified),
        ratios: { two: round(two! / one!), three: round(three! / one!) },
      },
      captures: columns(captured),
      memoryMB: running.map(({ child }) => memoryOf(child.pid!)),
      failures: { count: failures.length, first: failures.slice(0, 3) },
    };
  } finally {
    await lab.close();
  }
}

interface Place {
  key: string;
  store: StartedStore;
  /** The first process of PostgreSQL. */
  postgresPid: number;
  start(): Promise<ServiceNode>;
}

async function open(lab: Lab, kind: 's3rver' | 'swift'): Promise<Place> {
  const store = await startPictureStore(kind);
  lab.defer(store.stop);
  const keyBucket = 'data-keys';
  await makeBucket({ ...store, bucket: keyBucket });
  const postgres = startPostgres();
  lab.defer(postgres.stop);
  const { start, keys } = await cluster(lab, 'postgres', postgres.url);
  const settings = {
    ...picturesIn(store),
    KEYS: `s3://${keyBucket}`,
    KEYS_ENDPOINT: store.url,
    WORKER_LANES: '1',
    PROVE_JUDGE_MS: String(JUDGE_MS),
  };
  const script = new URL('../prove/nodes/waitingNode.ts', import.meta.url).pathname;
  return {
    key: keys.test,
    store,
    postgresPid: Number.parseInt(readFileSync(join(postgres.folder, 'postmaster.pid'), 'utf8'), 10),
    start: () => start({ ...settings, DATA_DIR: lab.folder() }, script),
  };
}

/** What was done, and the processor time that each piece of it took. */
interface Work {
  perSecond: number;
  cpuMs: { nodes: number; postgres: number; store: number };
}

async function work(
  { store, postgresPid }: Place,
  running: readonly ServiceNode[],
  run: () => Promise<{ perSecond: number; done: number }>,
): Promise<Work> {
  const cpu = () => ({
    nodes: sum(running.map(({ child }) => child.pid!)),
    postgres: sum([postgresPid]),
    store: sum(store.pids),
  });
  const before = cpu();
  const { perSecond, done } = await run();
  const after = cpu();
  const each = (of: keyof Work['cpuMs']) => Math.round((after[of] - before[of]) / done);
  return {
    perSecond,
    cpuMs: { nodes: each('nodes'), postgres: each('postgres'), store: each('store') },
  };
}

/** In rounds, of which the first one compiles scripts and opens connections. */
async function takeCaptures(place: Place, running: readonly ServiceNode[]): Promise<Work> {
  const loads = running.map(({ url }) => new CaptureLoad(url, place.key));
  const rounds: Work[] = [];
  for (let count = 0; count <= ROUNDS; count++) {
    const ready: Awaited<ReturnType<CaptureLoad['prepare']>>[] = [];
    await inLanes(EACH, AT_ONCE, async (n) => ready.push(await loads[n % loads.length]!.prepare()));
    rounds.push(
      await work(place, running, async () => {
        const began = performance.now();
        await inLanes(EACH, AT_ONCE, (n) => loads[n % loads.length]!.capture(ready[n]!));
        return { perSecond: (EACH * 1000) / (performance.now() - began), done: EACH };
      }),
    );
  }
  const warm = rounds.slice(1);
  const middle = (of: keyof Work['cpuMs']) => Math.round(median(warm.map(({ cpuMs }) => cpuMs[of])));
  return {
    perSecond: median(warm.map(({ perSecond }) => perSecond)),
    cpuMs: { nodes: middle('nodes'), postgres: middle('postgres'), store: middle('store') },
  };
}

/** For one, two and three nodes. */
function columns(works: readonly Work[]) {
  return {
    perSecond: works.map(({ perSecond }) => round(perSecond)),
    cpuMsEach: {
      nodes: works.map(({ cpuMs }) => cpuMs.nodes),
      postgres: works.map(({ cpuMs }) => cpuMs.postgres),
      store: works.map(({ cpuMs }) => cpuMs.store),
    },
  };
}

function sum(pids: readonly number[]): number {
  return pids.reduce((all, pid) => all + cpuMsOfAll(pid), 0);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
