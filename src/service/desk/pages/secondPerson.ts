import type { FoundHit } from '../../screenings/foundHit.ts';

/** What a proposal to rule a hit out waits for, as one reviewer reads it; empty if there is none. */
export function secondPersonText({ proposal, resolution }: FoundHit, reviewer: string): string {
  if (!proposal) return '';
  const what = resolution === 'true_match' ? 'reversing a true match' : 'ruling out an exact hit';
  return proposal.by === reviewer
    ? `You have ruled this hit out. Because ${what} takes two people, another reviewer gets the case next: return it to the queue.`
    : `Another person has ruled this hit out. Because ${what} takes two people, it stays open until you agree: choose “Different person”, or “Same person”.`;
}
