import { type CaseStatus, CaseStatus as Statuses } from '../../../src/contract/caseStatus.ts';
import { testOutcomes } from '../../../src/contract/testMode.ts';
import { expireCases } from '../../../src/service/background/sweeps.ts';
import { moveCase } from '../../../src/service/cases/moveCase.ts';
import { inTransaction } from '../../../src/service/db/inTransaction.ts';
import { cases } from '../../../src/service/db/store/cases.ts';
import type { CaseUnderTest } from './CaseUnderTest.ts';

/** The actor of a command, which determines the allowed transitions. */
export type By = 'input' | 'refusal' | 'app' | 'reviewer' | 'clock' | 'monitoring' | 'eraser' | 'simulation';

export interface CaseCommand {
  name: string;
  by: By;
  /** @returns the status of the answer; 0 for a command without a request. */
  run(subject: CaseUnderTest): Promise<number>;
  /** Whether an answer below 400 must have moved the case. */
  moves: boolean;
}

const input = (name: string, run: CaseCommand['run']): CaseCommand => ({
  name,
  by: 'input',
  run,
  moves: false,
});
const outcomes = ['approved', 'declined', 'requires_input'] as const;

/** Everything that can happen to a case. */
export const caseCommands: readonly CaseCommand[] = [
  input('consent', (subject) => subject.consent(true)),
  { name: 'no consent', by: 'refusal', run: (subject) => subject.consent(false), moves: true },
  input('details', (subject) => subject.details('Dragavei')),
  input('details of a child', (subject) => subject.details('Dragavei', '2020-01-01')),
  ...testOutcomes.map((outcome) =>
    input(`details ${outcome}`, (subject) => subject.details(`IDVTEST_${outcome}`)),
  ),
  input('selfie', (subject) => subject.selfie()),
  input('document', (subject) => subject.document()),
  { name: 'cancel', by: 'app', run: (subject) => subject.cancel(), moves: true },
  ...outcomes.map(
    (outcome): CaseCommand => ({
      name: `decide ${outcome}`,
      by: 'reviewer',
      run: (subject) => subject.decide(outcome),
      moves: true,
    }),
  ),
  {
    name: 'decide what changed',
    by: 'reviewer',
    run: (subject) => subject.decide('approved', true),
    moves: true,
  },
  { name: 'erase', by: 'eraser', run: (subject) => subject.erase(), moves: false },
  ...Statuses.options.map(
    (to): CaseCommand => ({
      name: `simulate ${to}`,
      by: 'simulation',
      run: (subject) => subject.simulate(to as CaseStatus),
      moves: true,
    }),
  ),
  { name: 'time runs out', by: 'clock', run: runOut, moves: false },
  { name: 'ten seconds', by: 'clock', run: wait(10_000), moves: false },
  // As long as screening that is unavailable is tried.
  { name: 'a quarter of an hour', by: 'clock', run: wait(900_000), moves: false },
  { name: 'a new entry matches', by: 'monitoring', run: matchAgain, moves: false },
];

/** The weight of a command in a random walk: highest for those that lead to states with many transitions. */
export function weightOf({ name }: CaseCommand): number {
  if (/^(no consent|cancel|erase|time runs out|simulate .*)$/.test(name)) return 1;
  return /^(details|document)/.test(name) ? 4 : 24;
}

async function runOut({ service: { deps }, id }: CaseUnderTest): Promise<number> {
  const past = new Date(deps.clock().getTime() - 1);
  await deps.db.updateTable('cases').set({ expires_at: past }).where('id', '=', id).execute();
  await expireCases(deps);
  return 0;
}

function wait(ms: number): CaseCommand['run'] {
  return async ({ service }) => {
    service.advance(ms);
    return 0;
  };
}

/** Monitoring with a new hit. */
async function matchAgain({ service: { deps }, id }: CaseUnderTest): Promise<number> {
  await inTransaction(deps, async (tx) => {
    const row = await cases.lockById(tx, id);
    if (!row?.data_key || row.status !== 'approved') return;
    await moveCase(deps, tx, row, { to: 'in_review', by: 'monitoring', reasons: ['aml_possible_match'] });
  });
  return 0;
}
