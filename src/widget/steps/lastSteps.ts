/** The screens that end the way, as one script. */
export { EndedStep } from './EndedStep.ts';
export { SessionExpiredStep } from './SessionExpiredStep.ts';
export { SubmittedStep } from './SubmittedStep.ts';
