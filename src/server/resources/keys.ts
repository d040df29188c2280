import type { Transport } from '../../client/transport.ts';
import type { ApiKey, CreateApiKey, CreatedApiKey, RollApiKey } from '../../contract/apiKey.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { Page, Paging } from '../../contract/page.ts';
import type { PostOptions, RequestOptions } from '../requestOptions.ts';

/** API keys; all of it needs the scope `keys:admin`. */
export function keysOf(send: Transport) {
  return {
    list: (query?: Partial<Paging>, options?: RequestOptions) =>
      send<Page<ApiKey>>(endpoints.listKeys, { query: { ...query }, ...options }),
    /** The key of the answer is shown this once. It can't have more scopes than the key that makes it. */
    create: (body: CreateApiKey = {}, options?: PostOptions) =>
      send<CreatedApiKey>(endpoints.createKey, { body, ...options }),
    /** Replaces a key by a new one with the same scopes. */
    roll: (id: string, body: RollApiKey = {}, options?: PostOptions) =>
      send<CreatedApiKey>(endpoints.rollKey, { params: { id }, body, ...options }),
    revoke: (id: string, options?: RequestOptions) =>
      send<void>(endpoints.revokeKey, { params: { id }, ...options }),
  };
}
