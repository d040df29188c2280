import type { FaceEngineFiles } from '../../src/service/selfies/examine/readFaceEngineFiles.ts';
import { startExaminer } from '../../src/service/selfies/examine/startExaminer.ts';
import type { Examiner } from '../../src/service/selfies/examiner.ts';

interface Shared {
  engine: FaceEngineFiles | null;
  examiner: Examiner;
  /** How many services use it. */
  services: number;
}

let isSharing = false;
let shared: Shared | null = null;

/**
 * From now on, services of this process with the same engine share their picture processes: starting two of them for
 * each service takes longer than judging most pictures. For a process that runs many services in sequence and is ended
 * by its parent, because the shared processes keep it alive.
 */
export function shareExaminer(): void {
  isSharing = true;
}

/** @returns an examiner for one service, which closes it; `null` if the service is to start its own. */
export async function sharedExaminer(engine: FaceEngineFiles | null): Promise<Examiner | null> {
  if (!isSharing) return null;
  if (shared && shared.engine !== engine) {
    if (shared.services > 0) return null;
    await closeSharedExaminer();
  }
  shared ??= { engine, examiner: startExaminer(engine), services: 0 };
  const used = shared;
  used.services++;
  return { ...used.examiner, close: async () => void used.services-- };
}

/** Ends the shared processes, before a test that looks for its own among the children of this process. */
export async function closeSharedExaminer(): Promise<void> {
  const last = shared;
  shared = null;
  await last?.examiner.close();
}
