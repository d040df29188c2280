import type { ChallengeStep } from '../../../contract/selfieCheck.ts';
import { fillText } from '../../locales/fillText.ts';
import type { Messages } from '../../locales/Messages.ts';

/** What is said when a picture was taken and there is another to take: “Got it. Photo 2 of 4. Raise your chin a little”. */
export function takenText(
  { tag, selfie, challenge }: Messages,
  steps: readonly ChallengeStep[],
  taken: number,
): string {
  const picture = fillText(tag, selfie.picture, { step: taken + 1, of: steps.length });
  return `${selfie.taken} ${picture}. ${challenge[steps[taken]!]}`;
}
