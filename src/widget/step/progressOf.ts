import type { Screen } from './nextScreen.ts';

/** Which step of the way a screen is, and of how many. */
export interface Progress {
  at: number;
  of: number;
}

/**
 * The consent is the first step and the selfie the last; each screen of the details counts.
 * @param page where the person is in the details.
 * @param pages how many screens the details have; 0 if none are asked for.
 */
export function progressOf(screen: Screen, page: number, pages: number): Progress | null {
  const of = pages + 2;
  if (screen === 'consent') return { at: 1, of };
  if (screen === 'personal_details') return { at: page + 1, of };
  return screen === 'selfie' || screen === 'sending' ? { at: of, of } : null;
}
