/** What became of some items. Those in neither list were not tried. */
export interface Settled<Item> {
  done: Item[];
  /** In the order in which they failed. */
  failed: { item: Item; error: unknown }[];
}

/**
 * Does the same for each item in order, some at once. One that fails keeps no others from being done; after as many failures
 * without a success as are done at once, as of a store that is away, no more are tried.
 */
export async function settleEach<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<Settled<Item>> {
  const settled: Settled<Item> = { done: [], failed: [] };
  let [next, failuresInRow] = [0, 0];
  const worker = async () => {
    while (next < items.length && failuresInRow < atOnce) {
      const item = items[next++]!;
      try {
        await work(item);
        settled.done.push(item);
        failuresInRow = 0;
      } catch (error) {
        // The caller gets it with its item.
        settled.failed.push({ item, error });
        failuresInRow++;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return settled;
}
