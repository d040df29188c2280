import type { SessionCase } from '../../contract/case.ts';

/**
 * Where the person goes back to: the case's return URL with `case_id` and `state` added, never an outcome.
 * @returns null if there is none, or it isn't http(s).
 */
export function returnAddress({
  id,
  returnUrl,
  state,
}: Pick<SessionCase, 'id' | 'returnUrl' | 'state'>): string | null {
  if (!returnUrl || !URL.canParse(returnUrl)) return null;
  const url = new URL(returnUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  url.searchParams.set('case_id', id);
  if (state !== null) url.searchParams.set('state', state);
  return url.href;
}
