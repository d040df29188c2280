import type { SessionCase } from '../../contract/case.ts';

/** The screens of the widget. */
export type Screen =
  | 'loading'
  | 'consent'
  | 'personal_details'
  | 'selfie'
  | 'sending'
  | 'submitted'
  | 'canceled'
  | 'expired'
  | 'session_expired'
  | 'problem';

/** The possible results of a screen. */
export type StepResult = 'case_read' | 'captured' | 'retake' | 'back' | 'retry' | 'session_lost' | 'failed';

/** The next screen; `due` is the screen that the case requires. */
const table: Record<Screen, Partial<Record<StepResult, Screen | 'due'>>> = {
  loading: { case_read: 'due' },
  consent: { case_read: 'due' },
  personal_details: { case_read: 'due' },
  selfie: { captured: 'sending', case_read: 'due', back: 'personal_details' },
  sending: { case_read: 'due', retake: 'selfie' },
  submitted: {},
  canceled: {},
  expired: {},
  session_expired: { retry: 'loading' },
  problem: { retry: 'loading' },
};

const always: Partial<Record<StepResult, Screen>> = { session_lost: 'session_expired', failed: 'problem' };

/**
 * The screen that follows a result.
 * @throws Error if the table has no such transition, or the case requires something unknown; the message names both.
 */
export function nextScreen(from: Screen, outcome: StepResult, state: FlowState | null): Screen {
  const next = table[from][outcome] ?? always[outcome];
  if (!next) throw new Error(`"${from}" has no transition for "${outcome}"`);
  return next === 'due' ? dueScreen(state) : next;
}

type FlowState = Pick<SessionCase, 'status'> & {
  requirements: Pick<SessionCase['requirements'], 'currentlyDue'>;
};

function dueScreen(state: FlowState | null): Screen {
  if (!state) throw new Error('No case was read yet');
  if (state.status !== 'requires_input') return state.status;
  const due = state.requirements.currentlyDue[0];
  if (!due) throw new Error(`No screen fits "${state.status}" with nothing due`);
  // The wallet choice is part of the details screen; a person whose document the element cannot take yet goes on there too.
  return due in table ? (due as Screen) : 'personal_details';
}
