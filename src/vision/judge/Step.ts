import type { ChallengeStep } from '../../contract/selfieCheck.ts';

/** What a person can be asked to do; `center` comes first. Left and right are the person's own. */
export type Step = ChallengeStep;
