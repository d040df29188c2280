import fc from 'fast-check';
import type { CaseStatus } from '../../src/contract/caseStatus.ts';
import { CaseUnderTest, type Moment } from './states/CaseUnderTest.ts';
import { type CaseCommand, caseCommands, weightOf } from './states/caseCommands.ts';
import { faultOfStep, listedSteps } from './states/faultOfStep.ts';
import { type CasesService, MemoryService } from './states/MemoryService.ts';
import type { Lab } from './support/Lab.ts';
import { openLocal } from './support/openLocal.ts';
import type { Findings } from './support/Proof.ts';

const LANES = 8;
/** What the service answers in about five minutes. */
const OVER_HTTP = 30_000;
const MOST_COMMANDS = 60;

/** The shortest way to each state. */
const WAYS: Record<string, CaseStatus[]> = {
  requires_input: [],
  processing: ['processing'],
  approved: ['processing', 'approved'],
  declined: ['processing', 'declined'],
  in_review: ['processing', 'in_review'],
  expired: ['expired'],
  canceled: ['canceled'],
};

/**
 * Every command in every state, then random commands as fast-check finds them: each step must be one that the interface
 * lists for whoever took it, each told by its event; what is refused changes nothing; nothing but the table's row or a
 * reviewer approves. Twice, by the same model: `overHttp` on a listening service and its database, which takes most of the
 * time for one command in thirty; `inProcess` with the service's own handlers and jobs on tables in memory, a million.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const faults: string[] = [];
  const inProcess = await proveOf(new MemoryService(), faults, {
    lanes: 1,
    every: 1,
    commands: lab.size(1_000_000, 1000),
    form: lab.form,
  });
  const service = await openLocal(lab, { database: lab.hasPostgres() ? 'postgres' : 'embedded' });
  const overHttp = await proveOf(service, faults, {
    lanes: lab.size(LANES, 2),
    every: lab.size(1, 8),
    commands: lab.size(OVER_HTTP, 60),
    form: lab.form,
  });
  // A table whose steps nobody takes would prove nothing.
  const isWalked = lab.form === 'quick' || inProcess.untaken.length === 0;
  return { ok: faults.length === 0 && isWalked, inProcess, overHttp, faults: faults.slice(0, 5) };
}

interface Extent {
  /** Walks side by side. */
  lanes: number;
  /** 1: all cells of states and commands; 8: each eighth. */
  every: number;
  commands: number;
  form: Lab['form'];
}

async function proveOf(service: CasesService, faults: string[], { lanes, every, commands, form }: Extent) {
  const began = performance.now();
  const cells = await everyCell(service, faults, every);
  const counts: Counts = { commands: 0, refused: 0, taken: new Set() };
  // The quick form walks the same ways each time, the full one other ways.
  let walks = 0;
  const seed = () => (form === 'quick' ? { seed: ++walks } : {});
  const lane = async () => {
    while (counts.commands < commands && faults.length === 0) await walk(service, seed(), counts, faults);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const { taken, ...counted } = counts;
  const seconds = Math.round((performance.now() - began) / 1000);
  return { cells, ...counted, untaken: listedSteps.filter((step) => !taken.has(step)), seconds };
}

interface Counts {
  commands: number;
  refused: number;
  /** The steps that were seen in walks, as the interface lists them. */
  taken: Set<string>;
}

/** @param every 1: all cells; 8: each eighth. @returns how many were tried */
async function everyCell(service: CasesService, faults: string[], every: number): Promise<number> {
  let [cells, seen] = [0, 0];
  for (const [status, way] of [...Object.entries(WAYS), ['erased', []] as const]) {
    for (const command of caseCommands) {
      if (seen++ % every !== 0) continue;
      const subject = await CaseUnderTest.create(service);
      for (const to of way) await subject.simulate(to);
      if (status === 'erased') await subject.erase();
      await subject.look();
      const { fault } = await step(subject, command);
      if (fault) faults.push(`${status}: ${command.name}: ${fault}`);
      cells++;
    }
  }
  return cells;
}

const anyCommand = fc.oneof(
  ...caseCommands.map((command) => ({ arbitrary: fc.constant(command), weight: weightOf(command) })),
);

/** One random walk of a new case; a fault is shrunk to the shortest walk that shows it. */
async function walk(
  service: CasesService,
  seed: { seed?: number },
  counts: Counts,
  faults: string[],
): Promise<void> {
  const commands = fc.array(anyCommand, { minLength: MOST_COMMANDS / 2, maxLength: MOST_COMMANDS });
  const property = fc.asyncProperty(commands, async (some) => {
    const subject = await CaseUnderTest.create(service);
    let { moment } = await subject.look();
    for (const [index, command] of some.entries()) {
      const { fault, after } = await step(subject, command, { counts, last: moment });
      moment = after;
      const names = some.slice(0, index + 1).map(({ name }) => name);
      if (fault) throw new Error(`${names.join(', ')}: ${fault}`);
    }
  });
  const found = await fc.check(property, { ...seed, numRuns: 1, endOnFailure: false });
  if (found.failed) faults.push(String(found.errorInstance ?? found.counterexample));
}

/** What the clock, which another lane moved, did to a case between two commands. */
const meanwhile: CaseCommand = { name: 'meanwhile', by: 'clock', run: async () => 0, moves: false };

interface Walked {
  counts: Counts;
  /** The case as it was after the command before. */
  last: Moment;
}

async function step(
  subject: CaseUnderTest,
  command: CaseCommand,
  walked?: Walked,
): Promise<{ fault: string | null; after: Moment }> {
  const before = await subject.look();
  const between =
    walked &&
    faultOfStep({
      command: meanwhile,
      status: 0,
      before: walked.last,
      after: before.moment,
      told: before.told,
    });
  const status = await command.run(subject);
  await subject.service.tick();
  const { moment: after, told } = await subject.look();
  if (walked) {
    walked.counts.commands++;
    if (status >= 400) walked.counts.refused++;
    for (const { from, to } of told) walked.counts.taken.add(`${from}>${to} by ${command.by}`);
  }
  const fault = between ?? faultOfStep({ command, status, before: before.moment, after, told });
  return { fault: fault && (between ? `meanwhile: ${fault}` : fault), after };
}
