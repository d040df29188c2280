import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { MemoryService } from './states/MemoryService.ts';
import { type Extent, type Walked, walkCases } from './states/walkCases.ts';
import type { Lab } from './support/Lab.ts';
import { openLocal } from './support/openLocal.ts';
import type { Findings } from './support/Proof.ts';

const CONCURRENCY = 8;
/** Limits of the part over HTTP; whichever is reached first. */
const OVER_HTTP = { commands: 30_000, maxMs: 300_000 };
/** Threads that walk in memory at the same time. */
const THREADS = 2;

/**
 * Every command in every state, then random commands from fast-check: each transition must be allowed for its actor and
 * emit its event; a refused command changes nothing; only the policy table or a reviewer approves. Twice, by the same
 * model: `overHttp` on a listening service and its database, as many as five minutes allow; `inProcess` with the
 * service's own handlers and jobs on tables in memory, a million.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const isSame = lab.form === 'quick';
  const memory = { concurrency: 1, every: 1, commands: lab.size(1_000_000, 1000), isSame };
  const inMemory = isSame ? walkCases(new MemoryService(), memory) : walkInThreads(memory);
  const service = await openLocal(lab);
  const http = walkCases(service, {
    concurrency: lab.size(CONCURRENCY, 2),
    every: lab.size(1, 8),
    commands: lab.size(OVER_HTTP.commands, 60),
    maxMs: OVER_HTTP.maxMs,
    isSame,
  });
  const [{ faults, ...inProcess }, { faults: more, ...overHttp }] = await Promise.all([inMemory, http]);
  // A table with unused transitions would prove nothing.
  const isWalked = lab.form === 'quick' || inProcess.untaken.length === 0;
  faults.push(...more);
  return { ok: faults.length === 0 && isWalked, inProcess, overHttp, faults: faults.slice(0, 5) };
}

async function walkInThreads(extent: Extent): Promise<Walked> {
  const workerData = { ...extent, commands: extent.commands / THREADS };
  const walked = await Promise.all(Array.from({ length: THREADS }, () => walkInThread(workerData)));
  const sum = (of: 'commands' | 'refused') => walked.reduce((all, one) => all + one[of], 0);
  return {
    cells: walked[0]!.cells,
    commands: sum('commands'),
    refused: sum('refused'),
    untaken: walked[0]!.untaken.filter((step) => walked.every(({ untaken }) => untaken.includes(step))),
    faults: walked.flatMap(({ faults }) => faults),
    seconds: Math.max(...walked.map(({ seconds }) => seconds)),
  };
}

/** @throws the error of the thread. */
async function walkInThread(workerData: Extent): Promise<Walked> {
  const worker = new Worker(new URL('./states/memoryWalker.ts', import.meta.url), { workerData });
  const [found] = await once(worker, 'message');
  return found as Walked;
}
