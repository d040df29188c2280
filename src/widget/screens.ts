import type { Screen } from './flow.ts';
import { loadAgain } from './loadAgain.ts';
import type { StepClass } from './Step.ts';
import { CanceledStep } from './steps/CanceledStep.ts';
import { ConsentStep } from './steps/ConsentStep.ts';
import { ExpiredStep } from './steps/ExpiredStep.ts';
import { LoadingStep } from './steps/LoadingStep.ts';
import { ProblemStep } from './steps/ProblemStep.ts';
import { SessionExpiredStep } from './steps/SessionExpiredStep.ts';

/** The step behind each screen. What the first screen doesn't need is loaded when it is due. */
export const screens: Record<Screen, () => StepClass | Promise<StepClass>> = {
  loading: () => LoadingStep,
  consent: () => ConsentStep,
  personal_details: async () =>
    (await loadAgain(() => import('./steps/PersonalDetailsStep.ts'))).PersonalDetailsStep,
  selfie: async () => (await loadAgain(() => import('./steps/pictureSteps.ts'))).SelfieStep,
  sending: async () => (await loadAgain(() => import('./steps/pictureSteps.ts'))).SendingStep,
  submitted: async () => (await loadAgain(() => import('./steps/SubmittedStep.ts'))).SubmittedStep,
  canceled: () => CanceledStep,
  expired: () => ExpiredStep,
  session_expired: () => SessionExpiredStep,
  problem: () => ProblemStep,
};
