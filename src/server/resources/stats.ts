import type { Transport } from '../../client/transport.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { ReadStats, Stats } from '../../contract/stats.ts';
import type { RequestOptions } from '../requestOptions.ts';

/** The progress of people through the verification. */
export function statsOf(send: Transport) {
  return {
    /** Per day (UTC); the last 30 days by default, 90 at most. */
    retrieve: (query?: ReadStats, options?: RequestOptions) =>
      send<Stats>(endpoints.readStats, { query: { ...query }, ...options }),
  };
}
