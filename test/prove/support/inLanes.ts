/** Does something for 0 up to `count`, in as many lanes side by side. */
export async function inLanes(
  count: number,
  lanes: number,
  work: (index: number, lane: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async (_: unknown, own: number) => {
    while (next < count) await work(next++, own);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, count) }, lane));
}
