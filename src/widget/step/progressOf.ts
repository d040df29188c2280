import type { Screen } from './nextScreen.ts';

/** The position of a screen in the flow, and the number of positions. */
export interface Progress {
  at: number;
  of: number;
}

type WithoutProgress = 'loading' | 'submitted' | 'canceled' | 'expired' | 'session_expired' | 'problem';

/**
 * The consent is the first position and the selfie the last; each screen of the details counts.
 * @param page the current page of the details.
 * @param pages number of pages of the details; 0 if none are required.
 * @param selfies 0 if the person refused the measurement of their face.
 */
export function progressOf(screen: Screen, page: number, pages: number, selfies: 0 | 1): Progress | null {
  const of = 1 + pages + selfies;
  if (screen === 'consent') return { at: 1, of };
  if (screen === 'personal_details') return { at: page + 1, of };
  if (screen === 'selfie' || screen === 'sending') return { at: of, of };
  screen satisfies WithoutProgress;
  return null;
}
