import {
  createBarcodeReader,
  createDocumentReader,
  loadBarcodeFile,
  readCharacters,
} from '../../../document/index.ts';
import { createFaceEngine, type FaceEngine, type FaceEngineParts } from '../../../vision/index.ts';
import { createTaskHandler } from './createTaskHandler.ts';
import { DecodedPictures, largestSide } from './decodePicture.ts';
import { PoolError } from './ProcessPool.ts';
import type { DocumentReaders } from './readSides.ts';
import type { ExaminerReply, ExaminerTask } from './startExaminer.ts';

// One process of the pool: opens the engine in its first message, confirms, and runs one task after the other.

const decoded = new DecodedPictures();
let handler: ReturnType<typeof createTaskHandler> | null = null;

process.on('message', (message: ExaminerTask | { engine: FaceEngineParts | null }) => {
  void ('engine' in message ? open(message.engine) : run(message));
});
// Ignores signals to the whole process group: the service gets them too, and ends this process after running tasks.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());

async function open(parts: FaceEngineParts | null): Promise<void> {
  handler = createTaskHandler(await openEngine(parts), decoded, parts && documentReadersOf(parts));
  process.send!('ready');
}

async function run(task: ExaminerTask): Promise<void> {
  process.send!(
    await outcomeOf(task).catch(
      (cause: unknown): ExaminerReply => ({
        failed: cause instanceof PoolError ? cause.code : 'failed',
        cause,
      }),
    ),
  );
}

async function outcomeOf(task: ExaminerTask): Promise<ExaminerReply> {
  if ('inspectPortrait' in task) return { portrait: await handler!.inspectPortrait(task.inspectPortrait) };
  if ('inspectTrail' in task) return { problems: await handler!.inspectTrail(task.inspectTrail) };
  if ('isReplay' in task) return { isReplay: await handler!.isReplay(task.isReplay) };
  if ('findEyes' in task) return { eyes: await handler!.findEyes(task.findEyes) };
  if ('readDocument' in task)
    return { examination: await handler!.readDocument(task.readDocument, task.asOf) };
  if ('redrawLogo' in task) return { logo: await handler!.redrawLogo(task.redrawLogo) };
  if ('judge' in task) {
    const judgement = await handler!.judge(task.judge);
    return { judged: { judgement, decodedAgain: decoded.countMissed() } };
  }
  return { inspection: await handler!.inspect(task.inspect, task.use) };
}

/** Opens the reader of zones with the first document, and that of barcodes with the first side that may show one. */
function documentReadersOf({ kernels }: FaceEngineParts): () => Promise<DocumentReaders> {
  const openBarcodes = once(async () => createBarcodeReader(await loadBarcodeFile()));
  return once(async () => {
    const zones = await createDocumentReader({ kernels, characters: await readCharacters() });
    return { zones, barcodes: { read: async (picture) => (await openBarcodes()).read(picture) } };
  });
}

function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | null = null;
  return () => {
    opened ??= open();
    return opened;
  };
}

/**
 * Opens the engine, and loads a picture of the maximum size: the kernels never free memory, so it is allocated at the
 * start.
 */
async function openEngine(parts: FaceEngineParts | null): Promise<FaceEngine | null> {
  if (!parts) return null;
  const engine = await createFaceEngine(parts);
  const data = new Uint8Array(3 * largestSide ** 2);
  engine.load({ width: largestSide, height: largestSide, data, channels: 3 });
  return engine;
}
