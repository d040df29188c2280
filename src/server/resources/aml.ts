import type { Transport } from '../../client/transport.ts';
import type { AmlScreening, Hit, ResolveHit, Screen } from '../../contract/amlScreening.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { PostOptions, RequestOptions } from '../requestOptions.ts';

/** Screening against sanctions and PEP lists. */
export function amlOf(send: Transport) {
  return {
    /** Of a case or of a person. The answer may still be `processing`. */
    screen: (body: Screen, options?: PostOptions) =>
      send<AmlScreening>(endpoints.screen, { body, ...options }),
    retrieve: (id: string, options?: RequestOptions) =>
      send<AmlScreening>(endpoints.retrieveScreening, { params: { id }, ...options }),
    /** Says whether a hit of a screening is the person. It never moves the case: `cases.decide` does. */
    resolveHit: (id: string, hitId: string, body: ResolveHit, options?: PostOptions) =>
      send<Hit>(endpoints.resolveHit, { params: { id, hitId }, body, ...options }),
  };
}
