/**
 * Taking and sending pictures, as one script. If they were loaded separately and the second failed, the pictures would
 * be lost.
 */
export { SelfieStep } from './SelfieStep.ts';
export { SendingStep } from './SendingStep.ts';
