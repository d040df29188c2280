/** Does the same for each item, some at once. The first failure starts no more of them. */
export async function eachAtOnce<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items].reverse();
  const worker = async () => {
    try {
      for (let next = left.pop(); next !== undefined; next = left.pop()) await work(next);
    } catch (error) {
      left.length = 0;
      throw error;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}
