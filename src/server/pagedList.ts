import type { Page } from '../contract/page.ts';

/**
 * Awaited, the first page of a list. Iterated with `for await`, the items of all pages; each page is requested when it
 * is reached.
 */
export type PagedList<Item> = Promise<Page<Item>> & AsyncIterable<Item>;

/**
 * Creates a list from a function that requests one page.
 * @param cursor the start of the first page; default: the newest item.
 */
export function pagedList<Item>(
  requestPage: (cursor: string | undefined) => Promise<Page<Item>>,
  cursor?: string | undefined,
): PagedList<Item> {
  const first = requestPage(cursor);
  const items = async function* () {
    for (let page = await first; ; page = await requestPage(page.nextCursor)) {
      yield* page.data;
      if (page.nextCursor === null) return;
    }
  };
  return Object.assign(first, { [Symbol.asyncIterator]: items });
}
