import { connect } from '../../src/service/db/connect.ts';
import { readConfig } from '../../src/service/settings/config.ts';
import { cluster } from '../prove/support/cluster.ts';
import { inLanes } from '../prove/support/inLanes.ts';
import { Lab } from '../prove/support/Lab.ts';
import { memoryOf } from '../prove/support/memoryOf.ts';
import { cpuMsOf } from '../support/cpuMsOf.ts';
import { startPictureStore } from '../support/pictureStores.ts';
import { picturesIn } from '../support/sharedPictures.ts';
import { waitFor } from '../support/waitFor.ts';
import { CaptureLoad } from './support/CaptureLoad.ts';
import { median } from './support/quantiles.ts';
import { tableSizes } from './support/tableSizes.ts';

const AT_ONCE = 8;
const ROUNDS = 6;
/** Captures of each round of either, whose challenges are valid for two minutes. */
const EACH = 50;
/** Samples of the memory while captures arrive: 10,000, or the part of them that `PROVE_SHARE` says. */
const SAMPLES = 10;

interface Side {
  load: CaptureLoad;
  pid: number;
  databaseUrl: string;
}

/**
 * Acknowledged captures a second with their pictures in a bucket, against the same in the database: two nodes take turns on
 * one PostgreSQL, beside a store on the same machine; the argument `swift` is another store than s3rver. Then 10,000 captures
 * at the node of the bucket, with its memory after each thousand.
 */
export default async function pictures(): Promise<object> {
  const lab = new Lab('full');
  try {
    const store = await startPictureStore(process.argv[3] === 'swift' ? 'swift' : 's3rver');
    lab.defer(store.stop);
    const bucket = await open(lab, picturesIn(store));
    const database = await open(lab, {});
    const sizes = [await sizesOf(bucket), await sizesOf(database)];
    const rates = { bucket: [] as number[], database: [] as number[] };
    const cpu = { bucket: 0, database: 0 };
    let bytes = 0;
    for (let round = 0; round <= ROUNDS; round++) {
      const sides = Object.entries({ bucket, database }) as ['bucket' | 'database', Side][];
      for (const [name, side] of round % 2 === 0 ? sides : sides.reverse()) {
        const run = await takeCaptures(side, EACH);
        // In the first round scripts are compiled and connections opened.
        if (round === 0) continue;
        rates[name].push(run.perSecond);
        cpu[name] += run.cpuMs / (ROUNDS * EACH);
        bytes += run.bytes / (2 * ROUNDS * EACH);
      }
    }
    const after = [await sizesOf(bucket), await sizesOf(database)];
    const count = (ROUNDS + 1) * EACH;
    const [inBucket, inDatabase] = after.map(({ all, ofPictures }, side) => ({
      all: Math.round((all - sizes[side]!.all) / count),
      ofPictures: Math.round((ofPictures - sizes[side]!.ofPictures) / count),
    }));
    const memoryMB = await memoryOver(bucket, lab.size(10_000, SAMPLES));
    return {
      kilobytesPerCapture: Math.round(bytes / 1000),
      captures: {
        bucket: round(median(rates.bucket)),
        database: round(median(rates.database)),
        ratio: round(median(rates.bucket.map((rate, n) => rate / rates.database[n]!))),
      },
      cpuMsPerCapture: { bucket: round(cpu.bucket), database: round(cpu.database) },
      bytesPerCase: { bucket: inBucket, database: inDatabase },
      memory: { captures: lab.size(10_000, SAMPLES), ...memoryMB },
    };
  } finally {
    await lab.close();
  }
}

async function open(lab: Lab, settings: Record<string, string>): Promise<Side> {
  const { start, keys, databaseUrl } = await cluster(lab, 'postgres');
  const { url, child } = await start({ ...settings, KEYS_DIR: lab.folder() });
  return { load: new CaptureLoad(url, keys.test), pid: child.pid!, databaseUrl: databaseUrl! };
}

interface Run {
  perSecond: number;
  cpuMs: number;
  bytes: number;
}

async function takeCaptures({ load, pid }: Side, count: number): Promise<Run> {
  const ready: Awaited<ReturnType<CaptureLoad['prepare']>>[] = [];
  await inLanes(count, AT_ONCE, async () => ready.push(await load.prepare()));
  const [began, cpu] = [performance.now(), cpuMsOf(pid)];
  let bytes = 0;
  await inLanes(count, AT_ONCE, async (index) => {
    const sent = await load.capture(ready[index]!);
    bytes += sent;
  });
  const perSecond = (count * 1000) / (performance.now() - began);
  return { perSecond, cpuMs: cpuMsOf(pid) - cpu, bytes };
}

/** Resident megabytes of the node, without the processes that look at pictures, after each tenth of the captures. */
async function memoryOver(side: Side, count: number): Promise<{ megabytes: number[]; growth: number }> {
  const megabytes: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    for (let left = Math.round(count / SAMPLES); left > 0; left -= EACH)
      await takeCaptures(side, Math.min(left, EACH));
    megabytes.push(memoryOf(side.pid) ?? 0);
  }
  // After the first tenths: what is filled once is filled then.
  const [early, late] = [megabytes.slice(2, 5), megabytes.slice(-3)];
  return { megabytes, growth: round(median(late) / median(early)) };
}

/** Bytes in PostgreSQL: all, and those of the tables of pictures. */
async function sizesOf({ databaseUrl }: Side): Promise<{ all: number; ofPictures: number }> {
  const { db, close } = await connect(readConfig({ DATABASE_URL: databaseUrl, IDV_MASTER_KEY: NO_KEY }));
  try {
    const unjudged = db.selectFrom('selfie_checks').select('id').where('status', '=', 'processing').limit(1);
    await waitFor(async () => (await unjudged.execute()).length === 0);
    const sizes = await tableSizes(db);
    const sum = (names: string[]) => names.reduce((all, name) => all + sizes[name]!, 0);
    const ofPictures = sum(['selfie_frames', 'selfie_trails', 'reference_images', 'document_pictures']);
    return { all: sum(Object.keys(sizes)), ofPictures };
  } finally {
    await close();
  }
}

const NO_KEY = Buffer.alloc(32).toString('base64');

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
