import type { Transport } from '../../client/transport.ts';
import type { ApiKey, CreateApiKey, CreatedApiKey, RollApiKey } from '../../contract/apiKey.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { Paging } from '../../contract/page.ts';
import { pagedList } from '../pagedList.ts';
import type { PostOptions, RequestOptions } from '../requestOptions.ts';

/** API keys. All calls need the scope `keys:admin`. */
export function keysOf(send: Transport) {
  return {
    /** Newest first. Awaited: one page; with `for await`: every key. */
    list: (query: Partial<Paging> = {}, options?: RequestOptions) =>
      pagedList<ApiKey>(
        (cursor) => send(endpoints.listKeys, { query: { ...query, cursor }, ...options }),
        query.cursor,
      ),
    /** The response shows the key only this once. It can't have more scopes than the key that creates it, nor end later. */
    create: (body: CreateApiKey = {}, options?: PostOptions) =>
      send<CreatedApiKey>(endpoints.createKey, { body, ...options }),
    /**
     * Replaces a key by a new one with the same scopes and the same expiry. An expired or revoked key cannot be rolled,
     * nor one that ends later than the calling key.
     */
    roll: (id: string, body: RollApiKey = {}, options?: PostOptions) =>
      send<CreatedApiKey>(endpoints.rollKey, { params: { id }, body, ...options }),
    revoke: (id: string, options?: RequestOptions) =>
      send<void>(endpoints.revokeKey, { params: { id }, ...options }),
  };
}
