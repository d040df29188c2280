import type { EmittedEvent, Moment } from './CaseUnderTest.ts';
import type { By, CaseCommand } from './caseCommands.ts';

/** The allowed transitions `from>to` of each actor, written independently of the service. */
const STEPS: Record<By, readonly string[]> = {
  input: [
    'requires_input>processing',
    'processing>requires_input',
    'processing>approved',
    'processing>declined',
    'processing>in_review',
  ],
  refusal: ['requires_input>canceled'],
  app: ['requires_input>canceled', 'in_review>canceled'],
  reviewer: [
    'in_review>approved',
    'in_review>declined',
    'in_review>requires_input',
    'approved>declined',
    'declined>approved',
  ],
  clock: ['requires_input>expired'],
  monitoring: ['approved>in_review'],
  eraser: [],
  simulation: [],
};
const SIMULATED = Object.values(STEPS).flat();
/** All transitions with their actors. */
export const listedSteps: readonly string[] = Object.entries(STEPS).flatMap(([by, steps]) =>
  steps.map((step) => `${step} by ${by}`),
);
/** Automatic transitions of test mode after ten seconds, or while screening is retried. */
const LATER = ['processing>approved', 'processing>in_review', 'in_review>approved', 'in_review>declined'];
const STAYS = new Set([
  'personal_details.submitted',
  'selfie_check.completed',
  'document_check.completed',
  'aml_screening.completed',
  'aml_screening.updated',
  'case.redacted',
]);

export interface Step {
  command: CaseCommand;
  status: number;
  before: Moment;
  after: Moment;
  events: readonly EmittedEvent[];
}

/** @returns the fault in a command's effect; `null` if there is none. */
export function faultOfStep(step: Step): string | null {
  return refusalFault(step) ?? orderFault(step) ?? stepFault(step) ?? approvalFault(step);
}

/** Names with automatic transitions in test mode. */
const isDelayed = ({ testOutcome, facts }: Moment) =>
  /^(SLOW_10|REVIEW_APPROVE|REVIEW_DECLINE|AML_DOWN)$/.test(testOutcome ?? '') || facts.aml === 'unavailable';

function refusalFault({ command, status, before, after, events }: Step): string | null {
  const isSame = after.version === before.version && events.length === 0;
  // A fault that the name asks for comes before everything else.
  const isForced = command.name === 'details ERROR_503' && status === 503;
  if (status >= 500 && !isForced) return `an answer of ${status}`;
  if (before.isRedacted && !isSame) return 'an erased case changed';
  if (before.isRedacted && BY_REQUEST.has(command.by) && status !== 410 && !isForced)
    return `an erased case answered ${status}`;
  const isInput = command.by === 'input' || command.by === 'refusal';
  if (isInput && status < 400 && before.status !== 'requires_input') return `input taken in ${before.status}`;
  if (isDelayed(before) || before.isPutOff) return null;
  if (status >= 400 && !isSame) return 'a refused command changed the case';
  if (status < 400 && command.moves && after.status === before.status)
    return 'an accepted command moved nothing';
  return null;
}

/** Commands that an erased case must refuse; erasing it again is allowed. */
const BY_REQUEST: ReadonlySet<By> = new Set(['input', 'refusal', 'app', 'reviewer', 'simulation']);

function orderFault({ before, after, events }: Step): string | null {
  let [status, version] = [before.status as string, before.version];
  for (const one of events) {
    if (one.from !== status && one.from !== null)
      return `an event from ${one.from} where the case was ${status}`;
    if (one.version <= version) return 'two events of one version';
    [status, version] = [one.to, one.version];
  }
  if (status !== after.status) return `no event tells of ${after.status}`;
  return version > after.version ? 'an event of a version that is none' : null;
}

function stepFault({ command, before, after, events }: Step): string | null {
  const direct = command.by === 'simulation' ? SIMULATED : STEPS[command.by];
  const later = isDelayed(before) || isDelayed(after) ? LATER : [];
  // A selfie that was put off is judged once the clock, which other walks move too, reaches its next attempt.
  const judged = before.isPutOff ? STEPS.input : [];
  const legal = new Set([...direct, ...later, ...judged]);
  const illegal = events.find(({ from, to, type }) =>
    from === to ? !STAYS.has(type) : !legal.has(`${from}>${to}`),
  );
  return illegal ? `${illegal.from} to ${illegal.to} by ${command.by}` : null;
}

function approvalFault({ command, before, after }: Step): string | null {
  if (after.status !== 'approved' || before.status === 'approved' || command.by === 'simulation') return null;
  const { details, selfie, aml, document } = after.facts;
  // No machine reads the documents here: a person has to.
  const isRead = document === 'none';
  const isEarned =
    isRead && details === 'ok' && (selfie === 'passed' || selfie === 'not_performed') && aml === 'clear';
  return isEarned || after.isReviewers ? null : 'approved by nobody';
}
