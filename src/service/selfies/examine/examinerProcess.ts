import { createFaceEngine, type EyeParts, type FaceEngine } from '../../../vision/index.ts';
import { createTaskHandler } from './createTaskHandler.ts';
import { DecodedPictures, largestSide } from './decodePicture.ts';
import { PoolError } from './ProcessPool.ts';
import type { ExaminerReply, ExaminerTask } from './startExaminer.ts';

// One process of the pool: opens the eye that its first message holds, says so, and does one task after the other.

const decoded = new DecodedPictures();
let handler: ReturnType<typeof createTaskHandler> | null = null;

process.on('message', (message: ExaminerTask | { eye: EyeParts | null }) => {
  void ('eye' in message ? open(message.eye) : run(message));
});
// Who ends the whole group asks the service; that lets pictures end first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());

async function open(parts: EyeParts | null): Promise<void> {
  handler = createTaskHandler(await openEye(parts), decoded);
  process.send!('ready');
}

async function run(task: ExaminerTask): Promise<void> {
  process.send!(
    await outcomeOf(task).catch(
      (error: unknown): ExaminerReply => ({ failed: error instanceof PoolError ? error.code : 'failed' }),
    ),
  );
}

async function outcomeOf(task: ExaminerTask): Promise<ExaminerReply> {
  if ('inspectPortrait' in task) return { portrait: await handler!.inspectPortrait(task.inspectPortrait) };
  if ('inspectTrail' in task) return { problems: await handler!.inspectTrail(task.inspectTrail) };
  if ('isReplay' in task) return { isReplay: await handler!.isReplay(task.isReplay) };
  if ('findEyes' in task) return { eyes: await handler!.findEyes(task.findEyes) };
  if ('redrawLogo' in task) return { logo: await handler!.redrawLogo(task.redrawLogo) };
  if ('judge' in task) {
    const judgement = await handler!.judge(task.judge);
    return { judgement, decodedAgain: decoded.countMissed() };
  }
  return { inspection: await handler!.inspect(task.inspect, task.use) };
}

/** It takes the room for its largest picture at once: memory that kernels take they never give back. */
async function openEye(parts: EyeParts | null): Promise<FaceEngine | null> {
  if (!parts) return null;
  const eye = await createFaceEngine(parts);
  const data = new Uint8Array(3 * largestSide ** 2);
  eye.load({ width: largestSide, height: largestSide, data, channels: 3 });
  return eye;
}
