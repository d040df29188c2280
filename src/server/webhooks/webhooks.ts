import type { Event } from '../../contract/events.ts';
import { bytesOfRequest } from './rawBody.ts';
import { signForTest } from './signForTest.ts';
import { unwrapWebhook } from './unwrapWebhook.ts';
import { type VerifyOptions, verifyWebhook } from './verifyWebhook.ts';

/** Standard Webhooks, for a receiver. */
export const webhooks = {
  verify: verifyWebhook,
  unwrap: unwrapWebhook,
  /** The same for a `Request`, whose body must not have been read yet. */
  unwrapRequest: async (
    request: Request,
    secret: string | readonly string[],
    options?: VerifyOptions,
  ): Promise<Event> => unwrapWebhook(await bytesOfRequest(request), request.headers, secret, options),
  signForTest,
};
