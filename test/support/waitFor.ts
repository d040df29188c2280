import { PATIENCE_MS } from './patience.ts';

/**
 * Waits until a condition holds; looks every few milliseconds.
 * @throws if it does not within `timeoutMs`: longer than a busy machine takes, shorter than the limit of a test.
 */
export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
