import type { CaseStatus } from '../../contract/caseStatus.ts';
import type { EventType } from '../../contract/events.ts';

/** The actor that moves a case. */
export type Actor = 'input' | 'policy' | 'reviewer' | 'app' | 'person' | 'clock' | 'monitoring';

/** A legal transition of a case, and the event it emits. */
export interface Transition {
  from: CaseStatus;
  to: CaseStatus;
  by: readonly Actor[];
  event: EventType;
}

/** All legal transitions. Input that arrives in `requires_input` is not a transition: its events name the input. */
export const transitions: readonly Transition[] = [
  { from: 'requires_input', to: 'processing', by: ['input'], event: 'case.processing' },
  { from: 'requires_input', to: 'canceled', by: ['app', 'person'], event: 'case.canceled' },
  { from: 'requires_input', to: 'expired', by: ['clock'], event: 'case.expired' },
  { from: 'processing', to: 'requires_input', by: ['policy'], event: 'case.requires_input' },
  { from: 'processing', to: 'approved', by: ['policy'], event: 'case.approved' },
  { from: 'processing', to: 'declined', by: ['policy'], event: 'case.declined' },
  { from: 'processing', to: 'in_review', by: ['policy'], event: 'case.in_review' },
  { from: 'in_review', to: 'approved', by: ['reviewer'], event: 'case.approved' },
  { from: 'in_review', to: 'declined', by: ['reviewer'], event: 'case.declined' },
  { from: 'in_review', to: 'requires_input', by: ['reviewer'], event: 'case.requires_input' },
  { from: 'in_review', to: 'canceled', by: ['app'], event: 'case.canceled' },
  { from: 'approved', to: 'in_review', by: ['monitoring'], event: 'case.in_review' },
  { from: 'approved', to: 'declined', by: ['reviewer'], event: 'case.decision_revised' },
  { from: 'declined', to: 'approved', by: ['reviewer'], event: 'case.decision_revised' },
];

/** The transition from one state to another by an actor; `null` if it is not legal. */
export function findTransition(from: CaseStatus, to: CaseStatus, by: Actor): Transition | null {
  return transitions.find((step) => step.from === from && step.to === to && step.by.includes(by)) ?? null;
}

/** The states that a case may move to, by any or by one actor. */
export function allowedTransitions(from: CaseStatus, by?: Actor): CaseStatus[] {
  return transitions
    .filter((step) => step.from === from && (by === undefined || step.by.includes(by)))
    .map((step) => step.to);
}
