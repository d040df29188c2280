import type { Transport } from '../../client/transport.ts';
import type { Branding, PutBranding, StoredBranding } from '../../contract/branding.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { RequestOptions } from '../requestOptions.ts';

/** The site that requests the check, and its contact for help. Needs the scope `branding:write`. */
export function brandingOf(send: Transport) {
  return {
    retrieve: (options?: RequestOptions) => send<Branding>(endpoints.retrieveBranding, { ...options }),
    /** Replaces all fields; omitted ones are cleared. */
    put: (body: PutBranding, options?: RequestOptions) =>
      send<StoredBranding>(endpoints.putBranding, { body, ...options }),
  };
}
