import type { Hono } from 'hono';
import { walletEndpointSchemas } from '../../contract/endpointSchemas.ts';
import { walletEndpoints } from '../../contract/walletEndpoints.ts';
import type { WalletForm } from '../../contract/walletForm.ts';
import { ApiError } from '../ApiError.ts';
import { findLink, readLinkedRequest, takeLinkedAnswer } from '../credentials/walletLinks.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Deps } from '../deps.ts';
import type { Env, HttpContext } from '../http/env.ts';
import { oneUpload } from '../http/oneUpload.ts';
import { rateLimit } from '../http/rateLimit.ts';
import { readInput } from '../http/readInput.ts';
import { respond } from '../http/respond.ts';

const PATH = `/v1${walletEndpoints.fetchWalletRequest.path}`;

/**
 * Serves the URL that a wallet calls after a link has opened it (OpenID4VP 1.0, sections 5.10 and 8.3.1): returns the
 * request object, and accepts the answer by `direct_post.jwt`. The secret in the URL is checked before the body is read
 * and before anything is locked or stored.
 */
export function serveWallets(app: Hono<Env>, deps: Deps): void {
  app.get(PATH, (c) => counted(deps, c, (token) => giveRequest(deps, c, token)));
  app.post(PATH, (c) => counted(deps, c, (token) => takeForm(deps, c, token)));
  app.all(PATH, (c) => {
    c.set('route', PATH);
    throw new ApiError('method_not_allowed', { headers: { Allow: 'GET, HEAD, POST' } });
  });
}

async function giveRequest(
  deps: Deps,
  c: HttpContext,
  token: string,
  walletNonce: string | null = null,
): Promise<Response> {
  const body = await readLinkedRequest(deps, token, walletNonce);
  return respond(c, { status: 200, body, headers: { 'Content-Type': 'application/oauth-authz-req+jwt' } });
}

async function takeForm(deps: Deps, c: HttpContext, token: string): Promise<Response> {
  const { row } = await findLink(deps, deps.db, token);
  const endpoint = walletEndpoints.answerWalletRequest;
  const schema = walletEndpointSchemas.answerWalletRequest.body;
  const name = `wallet ${c.get('requestId')}`;
  const upload = { name, caseId: row.id, busy: 'idempotency_in_flight' } as const;
  return await oneUpload(deps, upload, async (reservation) => {
    const input = await readInput(c, { endpoint, schema, upload: undefined, reservation });
    const { response, error, wallet_nonce } = input.body as WalletForm;
    // https://openid.net/specs/openid-4-verifiable-presentations-1_0.html#section-5.10.1
    const isRequest = response === undefined && error === undefined;
    if (isRequest) return await giveRequest(deps, c, token, wallet_nonce);
    const redirect_uri = await inTransaction(deps, (tx) =>
      takeLinkedAnswer(deps, tx, token, response ?? null),
    );
    return respond(c, { status: 200, body: { redirect_uri } });
  });
}

/** Limits calls and guessed secrets by the client's address. */
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
