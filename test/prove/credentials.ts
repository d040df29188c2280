import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
  type CredentialCode,
  CredentialError,
  credentialCodes,
} from '../../src/credentials/CredentialError.ts';
import { faults } from '../../src/testwallet/faults/faults.ts';
import { type Fault, makeScenario, type Scenario } from '../../src/testwallet/scenario.ts';
import { replayPlan } from './credentials/haip.ts';
import {
  MUTATED_FORMATS,
  type Mutated,
  type MutatedFormat,
  type MutationJob,
} from './credentials/mutations.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const THREADS = { full: 2, quick: 1 };
/** Mutations of one credential. The quick form comes to the fourth, which is one as digits. */
const RENEWED_EVERY = { full: 2000, quick: 500 };
const MIN_FAULTS = 110;
const MAX_MS = 20;

/**
 * Every fault of the catalogue is refused with its code and its valid twin is accepted; so are the modules of the
 * OpenID Foundation's plan, replayed against a service. Of random changes to credentials none is accepted with other
 * claims, none ends in an error without a code, and none takes longer than 20 ms.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const catalogue = await replayFaults(makeScenario(NOW));
  const haip = await replayPlan(lab);
  const mutations: Record<string, Mutated> = {};
  for (const format of MUTATED_FORMATS) mutations[format] = await mutateInThreads(format, lab);
  const isFaultless =
    catalogue.faults >= MIN_FAULTS &&
    Object.values(catalogue).every((found) => !Array.isArray(found) || found.length === 0);
  const isSturdy = Object.values(mutations).every(
    ({ accepted, uncoded, slowestMs }) => accepted === 0 && uncoded === 0 && slowestMs <= MAX_MS,
  );
  return { ok: isFaultless && haip.wrong.length === 0 && isSturdy, ...catalogue, haip, mutations };
}

/** Faults that were accepted or refused for another reason, or whose valid twin was refused. */
async function replayFaults(scenario: Scenario) {
  const all = Object.values(faults).flat();
  const refusals: { fault: Fault; bad: string | null; honest: string | null }[] = [];
  for (const fault of all)
    refusals.push({
      fault,
      bad: await codeOf(fault.bad, scenario),
      honest: await codeOf(fault.honest, scenario),
    });
  const names = (is: (refusal: (typeof refusals)[number]) => boolean) =>
    refusals.filter(is).map(({ fault, bad, honest }) => `${fault.name}: ${bad}, ${honest}`);
  const used = new Set(all.map(({ code }) => code));
  return {
    faults: all.length,
    accepted: names(({ bad }) => bad === null),
    otherCode: names(({ fault, bad }) => bad !== null && bad !== fault.code),
    honestRefused: names(({ honest }) => honest !== null),
    codesUsed: used.size,
    unknownCodes: [...used].filter((code) => !credentialCodes.includes(code as CredentialCode)),
  };
}

async function codeOf(run: Fault['bad'], scenario: Scenario): Promise<string | null> {
  try {
    await run(scenario);
    return null;
  } catch (error) {
    return error instanceof CredentialError ? error.code : `no code: ${error}`;
  }
}

async function mutateInThreads(format: MutatedFormat, lab: Lab): Promise<Mutated> {
  const threads = THREADS[lab.form];
  const jobs = Array.from({ length: threads }, (_, at) => ({
    format,
    mutations: lab.size(1_000_000, 2000) / threads,
    renewedEvery: RENEWED_EVERY[lab.form],
    seed: 1 + at,
  }));
  const found = await Promise.all(jobs.map(mutateInThread));
  const sum = (of: 'mutations' | 'harmless' | 'accepted' | 'uncoded') =>
    found.reduce((all, one) => all + one[of], 0);
  return {
    mutations: sum('mutations'),
    harmless: sum('harmless'),
    accepted: sum('accepted'),
    uncoded: sum('uncoded'),
    slowestMs: Math.max(...found.map(({ slowestMs }) => slowestMs)),
    first: found.flatMap(({ first }) => first).slice(0, 3),
  };
}

/** @throws the error of the thread. */
async function mutateInThread(workerData: MutationJob): Promise<Mutated> {
  const worker = new Worker(new URL('./credentials/mutationWorker.ts', import.meta.url), { workerData });
  const [found] = await once(worker, 'message');
  return found as Mutated;
}
