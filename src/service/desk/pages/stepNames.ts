import type { ChallengeStep } from '../../../contract/selfieCheck.ts';

/** What the person was asked to do; left and right are theirs. */
export const STEP_NAMES: Record<ChallengeStep, string> = {
  center: 'straight ahead',
  turn_left: 'turned left',
  turn_right: 'turned right',
  look_up: 'looking up',
  look_down: 'looking down',
  blink: 'blinking',
};
