/** What takes the pictures and what sends them, as one script: pictures that can't be sent would have to be taken again. */
export { SelfieStep } from './SelfieStep.ts';
export { SendingStep } from './SendingStep.ts';
