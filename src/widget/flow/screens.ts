import type { Screen } from '../step/nextScreen.ts';
import type { StepClass } from '../step/step.ts';
import { loadConsent } from '../steps/ConsentStep.ts';
import { LoadingStep } from '../steps/LoadingStep.ts';
import { ProblemStep } from '../steps/ProblemStep.ts';

const last = () => import('../steps/lastSteps.ts');

/** The step of each screen. Steps other than those of the first screen are loaded on demand. */
export const screens: Record<Screen, () => StepClass | Promise<StepClass>> = {
  loading: () => LoadingStep,
  consent: loadConsent,
  personal_details: async () => (await import('../steps/PersonalDetailsStep.ts')).PersonalDetailsStep,
  selfie: async () => (await import('../selfie/pictureSteps.ts')).SelfieStep,
  sending: async () => (await import('../selfie/pictureSteps.ts')).SendingStep,
  submitted: async () => (await last()).SubmittedStep,
  canceled: async () => (await last()).EndedStep,
  expired: async () => (await last()).EndedStep,
  session_expired: async () => (await last()).SessionExpiredStep,
  problem: () => ProblemStep,
};
