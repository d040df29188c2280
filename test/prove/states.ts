import fc from 'fast-check';
import type { CaseStatus } from '../../src/contract/caseStatus.ts';
import type { TestService } from '../support/openService.ts';
import { CaseUnderTest, type Moment } from './states/CaseUnderTest.ts';
import { type CaseCommand, caseCommands, ends } from './states/caseCommands.ts';
import { faultOfStep } from './states/faultOfStep.ts';
import type { Lab } from './support/Lab.ts';
import { openLocal } from './support/openLocal.ts';
import type { Findings } from './support/Proof.ts';

const LANES = 8;
const MOST_COMMANDS = 60;
/** How much likelier a command is that leaves the case something to do. */
const LIKELIER = 8;

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
 * reviewer approves.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const service = await openLocal(lab, { database: lab.hasPostgres() ? 'postgres' : 'embedded' });
  const faults: string[] = [];
  const cells = await everyCell(service, faults, lab.size(1, 4));
  const wanted = lab.size(1_000_000, 200);
  const counts = { commands: 0, refused: 0 };
  // The quick form walks the same ways each time, the full one other ways.
  let walks = 0;
  const seed = () => (lab.form === 'quick' ? { seed: ++walks } : {});
  const lanes = Array.from({ length: LANES }, async () => {
    while (counts.commands < wanted && faults.length === 0) await walk(service, seed(), counts, faults);
  });
  await Promise.all(lanes);
  return { ok: faults.length === 0, cells, ...counts, faults: faults.slice(0, 5) };
}

/** @param every 1: all cells; 4: each fourth. @returns how many were tried */
async function everyCell(service: TestService, faults: string[], every: number): Promise<number> {
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
  ...caseCommands.map((command) => ({
    arbitrary: fc.constant(command),
    weight: ends(command) ? 1 : LIKELIER,
  })),
);

/** One random walk of a new case; a fault is shrunk to the shortest walk that shows it. */
async function walk(
  service: TestService,
  seed: { seed?: number },
  counts: { commands: number; refused: number },
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
  counts: { commands: number; refused: number };
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
  }
  const fault = between ?? faultOfStep({ command, status, before: before.moment, after, told });
  return { fault: fault && (between ? `meanwhile: ${fault}` : fault), after };
}
