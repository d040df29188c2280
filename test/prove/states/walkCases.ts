import fc from 'fast-check';
import { waysToStatus } from '../support/waysToStatus.ts';
import { CaseUnderTest, type Moment } from './CaseUnderTest.ts';
import { type CaseCommand, caseCommands, weightOf } from './caseCommands.ts';
import { faultOfStep, listedSteps } from './faultOfStep.ts';
import type { CasesService } from './MemoryService.ts';

const MAX_COMMANDS = 60;

/** How far to walk. */
export interface Extent {
  /** Walks side by side. */
  concurrency: number;
  /** 1: all cells of states and commands; 8: each eighth. */
  every: number;
  /** At least so many in random walks, unless they take longer than `maxMs`. */
  commands: number;
  maxMs?: number;
  /** Whether each run goes the same ways; other ways each time otherwise. */
  isSame: boolean;
}

/** The result of a walk. */
export interface Walked {
  cells: number;
  commands: number;
  refused: number;
  /** The steps of the interface that no walk took. */
  untaken: string[];
  faults: string[];
  seconds: number;
}

/** Every command in every state, then random walks; ends at the first fault of these. */
export async function walkCases(service: CasesService, extent: Extent): Promise<Walked> {
  const began = performance.now();
  const faults: string[] = [];
  const cells = await everyCell(service, faults, extent.every);
  const counts: Counts = { commands: 0, refused: 0, taken: new Set() };
  let walks = 0;
  const seed = () => (extent.isSame ? { seed: ++walks } : {});
  const { commands, maxMs = Number.POSITIVE_INFINITY } = extent;
  const isOver = () => counts.commands >= commands || performance.now() - began > maxMs;
  const worker = async () => {
    while (!isOver() && faults.length === 0) await walk(service, seed(), counts, faults);
  };
  await Promise.all(Array.from({ length: extent.concurrency }, worker));
  const { taken, ...counted } = counts;
  const untaken = listedSteps.filter((step) => !taken.has(step));
  return { cells, ...counted, untaken, faults, seconds: Math.round((performance.now() - began) / 1000) };
}

interface Counts {
  commands: number;
  refused: number;
  /** The steps that were seen in walks, as the interface lists them. */
  taken: Set<string>;
}

/** @param every 1: all cells; 8: each eighth. @returns how many were tried */
async function everyCell(service: CasesService, faults: string[], every: number): Promise<number> {
  let [cells, index] = [0, 0];
  for (const [status, way] of [...Object.entries(waysToStatus), ['erased', []] as const]) {
    for (const command of caseCommands) {
      if (index++ % every !== 0) continue;
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

/** How long a fault is shrunk. */
const SHRINK_MS = 120_000;

/** One random walk of a new case; a fault is shrunk to the shortest walk that shows it, as far as time allows. */
async function walk(
  service: CasesService,
  seed: { seed?: number },
  counts: Counts,
  faults: string[],
): Promise<void> {
  const commands = fc.array(anyCommand, { minLength: MAX_COMMANDS / 2, maxLength: MAX_COMMANDS });
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
  const found = await fc.check(property, { ...seed, numRuns: 1, interruptAfterTimeLimit: SHRINK_MS });
  if (found.failed) faults.push(String(found.errorInstance ?? found.counterexample));
}

/** The effect of the clock, moved by another lane, between two commands. */
const meanwhile: CaseCommand = { name: 'meanwhile', by: 'clock', run: async () => 0, moves: false };

interface Before {
  counts: Counts;
  /** The case after the previous command. */
  last: Moment;
}

async function step(
  subject: CaseUnderTest,
  command: CaseCommand,
  walked?: Before,
): Promise<{ fault: string | null; after: Moment }> {
  const before = await subject.look();
  const between =
    walked &&
    faultOfStep({
      command: meanwhile,
      status: 0,
      before: walked.last,
      after: before.moment,
      events: before.events,
    });
  const status = await command.run(subject);
  await subject.service.tick();
  const { moment: after, events } = await subject.look();
  if (walked) {
    walked.counts.commands++;
    if (status >= 400) walked.counts.refused++;
    for (const { from, to } of events) walked.counts.taken.add(`${from}>${to} by ${command.by}`);
  }
  const fault = between ?? faultOfStep({ command, status, before: before.moment, after, events });
  return { fault: fault && (between ? `meanwhile: ${fault}` : fault), after };
}
