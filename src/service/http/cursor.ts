import { type IdPrefix, isId } from '../../contract/ids.ts';
import type { Page } from '../../contract/page.ts';
import { ApiError } from '../ApiError.ts';

/** Cursors of lists, newest first: the id of the last item, since ids sort by time. Opaque to callers. */
export const cursor = {
  /** @throws {ApiError} `cursor_invalid` for any text that is not a cursor of this kind of list. */
  read: (prefix: IdPrefix, text: string): string => {
    const id = Buffer.from(text, 'base64url').toString('latin1');
    if (!isId(prefix, id) || encode(id) !== text) throw new ApiError('cursor_invalid');
    return id;
  },

  /**
   * The id of the last item, in a list with another order.
   * @param form the pattern of its ids
   * @throws {ApiError} `cursor_invalid` for any text that is not a cursor of this list.
   */
  readId: (form: RegExp, text: string): string => {
    const id = Buffer.from(text, 'base64url').toString('latin1');
    if (!form.test(id) || encode(id) !== text) throw new ApiError('cursor_invalid');
    return id;
  },

  /**
   * One page of a list in memory with a fixed order, starting after the item `from`.
   * @throws {ApiError} `cursor_invalid` for any text that is not a cursor of this list.
   */
  pageOfAll: <Item extends { id: string }>(all: Item[], limit: number, from?: string): Page<Item> => {
    const before = from === undefined ? -1 : all.findIndex(({ id }) => encode(id) === from);
    if (from !== undefined && before < 0) throw new ApiError('cursor_invalid');
    return cursor.page(all.slice(before + 1, before + limit + 2), limit, (item) => item);
  },

  /** One page of a list, from up to `limit + 1` rows. */
  page: <Row extends { id: string }, Item>(
    rows: Row[],
    limit: number,
    view: (row: Row) => Item,
  ): Page<Item> => {
    const page = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    return { data: page.map(view), hasMore, nextCursor: hasMore ? encode(page[limit - 1]!.id) : null };
  },
};

function encode(id: string): string {
  return Buffer.from(id).toString('base64url');
}
