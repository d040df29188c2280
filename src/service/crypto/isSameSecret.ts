import { timingSafeEqual } from 'node:crypto';

/**
 * Compares in constant time. Compares the lengths in bytes: texts with equal numbers of characters may differ in bytes.
 */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
