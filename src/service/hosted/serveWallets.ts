import type { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ApiError } from '../ApiError.ts';
import { readLinkedRequest, takeLinkedAnswer } from '../credentials/walletLinks.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Deps } from '../deps.ts';
import type { Env, HttpContext } from '../http/env.ts';
import { rateLimit } from '../http/rateLimit.ts';
import { respond } from '../http/respond.ts';

const PATH = '/v1/wallet/:token';
/** Of an answer with a portrait, in base64url of base64url. */
const MAX_ANSWER_BYTES = 1 << 20;
const MAX_NONCE = 512;

/**
 * The address that wallets call which a link has opened (OpenID4VP 1.0, sections 5.10 and 8.3.1): it gives the request
 * object and takes the answer by `direct_post.jwt`. A secret in the address is all that a wallet needs.
 */
export function serveWallets(app: Hono<Env>, deps: Deps): void {
  const limit = bodyLimit({
    maxSize: MAX_ANSWER_BYTES,
    onError: () => {
      throw new ApiError('body_too_large');
    },
  });
  app.get(PATH, (c) => counted(deps, c, (token) => giveRequest(deps, c, token, null)));
  app.post(PATH, limit, (c) =>
    counted(deps, c, async (token) => {
      const form = new URLSearchParams(await c.req.text());
      const response = form.get('response');
      // https://openid.net/specs/openid-4-verifiable-presentations-1_0.html#section-5.10.1
      const isRequest = response === null && !form.has('error');
      if (isRequest)
        return await giveRequest(deps, c, token, form.get('wallet_nonce')?.slice(0, MAX_NONCE) ?? null);
      const redirect_uri = await inTransaction(deps, (tx) => takeLinkedAnswer(deps, tx, token, response));
      return respond(c, { status: 200, body: { redirect_uri } });
    }),
  );
  app.all(PATH, () => {
    throw new ApiError('method_not_allowed', { headers: { Allow: 'GET, POST' } });
  });
}

async function giveRequest(
  deps: Deps,
  c: HttpContext,
  token: string,
  walletNonce: string | null,
): Promise<Response> {
  const body = await inTransaction(deps, (tx) => readLinkedRequest(deps, tx, token, walletNonce));
  return respond(c, { status: 200, body, headers: { 'Content-Type': 'application/oauth-authz-req+jwt' } });
}

/** Limits calls, and guesses at secrets, by the address that they come from. */
async function counted(
  deps: Deps,
  c: HttpContext,
  handle: (token: string) => Promise<Response>,
): Promise<Response> {
  c.set('route', PATH);
  await rateLimit.open(deps, c);
  try {
    return await handle(c.req.param('token') ?? '');
  } catch (error) {
    if (error instanceof ApiError && error.code === 'resource_not_found') await rateLimit.failure(deps, c);
    throw error;
  }
}
