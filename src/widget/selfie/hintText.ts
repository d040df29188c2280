import type { Hint } from '../../vision/judge/hintFor.ts';
import type { Messages } from '../locales/messages.ts';

/** What a hint says; one that asks for more of a movement says the movement again, covered eyes what the check would say. */
export function hintText(hint: Hint, { guide, challenge, selfieReasons }: Messages): string {
  if (hint === 'uncover_eyes') return selfieReasons.selfie_occluded;
  return hint in challenge
    ? challenge[hint as keyof typeof challenge]
    : guide.hints[hint as keyof typeof guide.hints];
}
