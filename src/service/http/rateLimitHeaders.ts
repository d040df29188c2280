import type { RateLimitState } from '../limits/Limits.ts';

/**
 * The headers that tell a caller of the buckets it drew from: `RateLimit-Policy` with quota and window,
 * `RateLimit` with what remains and the seconds until it is all there again, and `Retry-After` on a refusal.
 * @see draft-ietf-httpapi-ratelimit-headers-10
 */
export function rateLimitHeaders(states: readonly RateLimitState[]): Record<string, string> {
  if (states.length === 0) return {};
  const retryAfter = Math.max(...states.map((state) => state.retryAfterSeconds));
  return {
    'RateLimit-Policy': states
      .map((state) => `"${state.policy}";q=${state.quota};w=${state.windowSeconds}`)
      .join(', '),
    RateLimit: states
      .map((state) => `"${state.policy}";r=${state.remaining};t=${state.resetSeconds}`)
      .join(', '),
    ...(retryAfter > 0 && { 'Retry-After': String(retryAfter) }),
  };
}
