import { describe, expect, test } from 'vitest';
import { rateLimitHeaders } from '../../src/service/http/rateLimit.ts';
import { LocalRateLimiter } from '../../src/service/limits/LocalRateLimiter.ts';
import type { RateLimitState } from '../../src/service/limits/rateLimiter.ts';

describe('token buckets', () => {
  test.each([
    ['read', 100],
    ['write', 25],
    ['aml', 10],
    ['selfie', 5],
    ['session', 60],
    ['auth', 20],
  ] as const)('%s takes a burst of %i and not one more', (policy, burst) => {
    const limits = new LocalRateLimiter(() => 0, 1);
    for (let call = 0; call < burst; call++) expect(limits.take(policy, 'a')?.allowed).toBe(true);
    expect(limits.take(policy, 'a')?.allowed).toBe(false);
  });

  test('a bucket refills at its rate, up to its quota', () => {
    const clock = { now: 0 };
    const limits = new LocalRateLimiter(() => clock.now, 1);
    empty(limits, 'session');
    clock.now = 999;
    expect(limits.take('session', 'a')?.allowed).toBe(false);
    clock.now = 1000;
    expect(limits.take('session', 'a')?.allowed).toBe(true);
    expect(limits.take('session', 'a')?.allowed).toBe(false);
    clock.now = 3_600_000;
    expect(limits.take('session', 'a')?.remaining).toBe(59);
  });

  test('a refused call costs nothing', () => {
    const clock = { now: 0 };
    const limits = new LocalRateLimiter(() => clock.now, 1);
    empty(limits, 'selfie');
    for (let call = 0; call < 100; call++) limits.take('selfie', 'a');
    clock.now = 200;
    expect(limits.take('selfie', 'a')?.allowed).toBe(true);
  });

  test('holders and policies have separate buckets', () => {
    const limits = new LocalRateLimiter(() => 0, 1);
    empty(limits, 'write');
    expect(limits.take('write', 'b')?.allowed).toBe(true);
    expect(limits.take('read', 'a')?.allowed).toBe(true);
  });

  test('the scale multiplies limits to at least one call, and 0 disables them', () => {
    expect(new LocalRateLimiter(() => 0, 2).take('write', 'a')?.quota).toBe(50);
    expect(new LocalRateLimiter(() => 0, 0.001).take('write', 'a')).toMatchObject({
      quota: 1,
      allowed: true,
    });
    expect(new LocalRateLimiter(() => 0, 0).take('write', 'a')).toBeNull();
  });

  test('memory is bounded: the least recently used bucket is dropped', () => {
    const limits = new LocalRateLimiter(() => 0, 1, 2);
    empty(limits, 'selfie', 'old');
    empty(limits, 'selfie', 'used');
    limits.take('selfie', 'old');
    limits.take('selfie', 'new');
    expect(limits.size).toBe(2);
    expect(limits.take('selfie', 'old')?.allowed).toBe(false);
    expect(limits.take('selfie', 'used')?.allowed).toBe(true);
  });

  test('a clock that steps back adds no tokens', () => {
    const clock = { now: 10_000 };
    const limits = new LocalRateLimiter(() => clock.now, 1);
    empty(limits, 'selfie');
    clock.now = 0;
    expect(limits.take('selfie', 'a')?.allowed).toBe(false);
  });
});

describe('headers', () => {
  test('name the policy, the remaining tokens and the time until they are full', () => {
    const limits = new LocalRateLimiter(() => 0, 1);
    const states = [limits.take('write', 'live'), limits.take('session', 'ses_1')] as RateLimitState[];
    expect(rateLimitHeaders(states)).toEqual({
      'RateLimit-Policy': '"write";q=25;w=1, "session";q=60;w=60',
      RateLimit: '"write";r=24;t=1, "session";r=59;t=1',
    });
  });

  test('a refusal gives the time to retry', () => {
    const limits = new LocalRateLimiter(() => 0, 1);
    empty(limits, 'auth');
    expect(rateLimitHeaders([limits.take('auth', 'a')!])).toEqual({
      'RateLimit-Policy': '"auth";q=20;w=60',
      RateLimit: '"auth";r=0;t=60',
      'Retry-After': '3',
    });
  });

  test('are absent if rate limiting is off', () => {
    expect(rateLimitHeaders([])).toEqual({});
  });
});

function empty(
  limits: LocalRateLimiter,
  policy: 'write' | 'selfie' | 'session' | 'auth',
  holder = 'a',
): void {
  while (limits.take(policy, holder)?.allowed);
}
