import { setTimeout as pause } from 'node:timers/promises';
import type { ChallengeStep } from '../../src/contract/selfieCheck.ts';
import { drawnRecording } from '../support/drawnRecording.ts';
import { performed } from '../support/faces.ts';
import { cluster } from './support/cluster.ts';
import type { Lab } from './support/Lab.ts';
import { memoryOfAll } from './support/memoryOf.ts';
import type { Findings } from './support/Proof.ts';
import { verifyOverHttp } from './support/verifyOverHttp.ts';

const SHARE = 0.7;
/** Megabytes that the second half may hold more than the first, at the median. */
const MAX_GROWTH = 60;

/**
 * Complete verifications with judged pictures, one after the other, at 70 % of the node's capacity. None may fail, and
 * the memory of the second half, including the picture processes, must equal that of the first. The quick form sends no
 * motion frames, because drawing them is slow.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const { keys, start } = await cluster(lab, lab.hasPostgres() ? 'postgres' : 'embedded');
  const node = await start();
  const record = lab.form === 'full' ? drawnRecording : stills;
  const one = () => verifyOverHttp(node.url, keys.test, { record });
  const failures: string[] = [];
  const attempt = () => one().catch((error: Error) => failures.push(error.message));
  for (let warm = 0; warm < lab.size(20, 1); warm++) await attempt();
  const capacity = await capacityOf(attempt, lab.size(20_000, 300));
  const gapMs = 1000 / (capacity * SHARE);
  const memory: number[] = [];
  const running = new Set<Promise<unknown>>();
  const ends = performance.now() + lab.size(600_000, 2000);
  for (let next = performance.now(); performance.now() < ends; next += gapMs) {
    const work: Promise<unknown> = attempt().finally(() => running.delete(work));
    running.add(work);
    memory.push(memoryOfAll(node.child.pid!) ?? 0);
    await pause(Math.max(1, next + gapMs - performance.now()));
  }
  const verifications = memory.length;
  await Promise.all(running);
  const half = memory.length >> 1;
  const [before, after] = [median(memory.slice(half >> 1, half)), median(memory.slice(half + (half >> 1)))];
  const ok = failures.length === 0 && (lab.form === 'quick' || after - before < MAX_GROWTH);
  const perSecond = Math.round(capacity * 10) / 10;
  return { ok, verifications, perSecond, failures: failures.slice(0, 3), memoryMb: { before, after } };
}

const stills = async (steps: readonly ChallengeStep[]) => ({ frames: await performed(steps) });

/** Verifications a second with four people at a time. */
async function capacityOf(attempt: () => Promise<unknown>, ms: number): Promise<number> {
  const began = performance.now();
  let count = 0;
  const worker = async () => {
    while (performance.now() - began < ms) {
      await attempt();
      count++;
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  return (count * 1000) / (performance.now() - began);
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
