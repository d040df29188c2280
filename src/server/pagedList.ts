import type { Page } from '../contract/page.ts';

/** The first page of a list; iterated, every item of all pages, each page requested when it is reached. */
export type PagedList<Item> = Promise<Page<Item>> & AsyncIterable<Item>;

/**
 * Makes a list of the request for one of its pages.
 * @param cursor where the first page begins; from the newest item if not given.
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
