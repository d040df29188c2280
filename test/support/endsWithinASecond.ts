/**
 * Asks with a key that has just been ended, until it is refused.
 * @throws if it still worked in a request that was begun more than a second after its end.
 */
export async function endsWithinASecond(works: () => Promise<boolean>): Promise<void> {
  const ended = performance.now();
  for (;;) {
    const begun = performance.now() - ended;
    if (!(await works())) return;
    if (begun > 1000) throw new Error(`A key still works ${Math.round(begun)} ms after its end`);
  }
}
