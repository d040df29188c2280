const TIMEOUT_MS = 10_000;
const REQUEST_OBJECT = 'application/oauth-authz-req+jwt';
const MAX_REQUEST_BYTES = 256 << 10;

/**
 * Fetches a request object from one of the services that the wallet belongs to.
 * @param walletNonce the value that the object has to repeat, sent by POST (OpenID4VP 1.0, section 5.10); `null`:
 *   fetched by GET
 * @throws {Error} with a sentence
 */
export async function fetchRequest(
  uri: string,
  walletNonce: string | null,
  verifiers: readonly string[],
): Promise<string> {
  requireVerifier(uri, verifiers);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const headers = { accept: REQUEST_OBJECT };
  const post =
    walletNonce === null ? {} : { method: 'POST', body: new URLSearchParams({ wallet_nonce: walletNonce }) };
  const response = await fetch(uri, { signal, headers, redirect: 'error', ...post });
  if (!response.ok)
    throw new Error(
      `The service responds ${response.status}: the link was used, or has expired. Start again from the page that asked.`,
    );
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith(REQUEST_OBJECT))
    throw new Error(
      'The response of the service is not a request object: the link may belong to another server.',
    );
  const text = await response.text();
  if (text.length > MAX_REQUEST_BYTES) throw new Error('The request is larger than this wallet accepts.');
  return text;
}

/**
 * Posts an answer, or a refusal. @param response the encrypted answer; `null`: the person refused
 * @returns the URL at which the person continues; `null` if the service names none.
 * @throws {Error} with a sentence
 */
export async function postAnswer(responseUri: string, response: string | null): Promise<string | null> {
  const body = new URLSearchParams(response === null ? { error: 'access_denied' } : { response });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const reply = await fetch(responseUri, { method: 'POST', body, signal, redirect: 'error' });
  if (!reply.ok)
    throw new Error(
      `The service responds ${reply.status}: the link was used, or has expired. Start again from the page that asked.`,
    );
  // An answer without JSON has no address to go back to.
  const answer = (await reply.json().catch(() => ({}))) as { redirect_uri?: unknown };
  const { redirect_uri: to } = answer;
  return typeof to === 'string' && /^https?:/.test(to) ? to : null;
}

function requireVerifier(uri: string, verifiers: readonly string[]): void {
  const url = URL.canParse(uri) ? new URL(uri) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('request_uri is not an http(s) address.');
  if (verifiers.includes(url.origin)) return;
  throw new Error(
    `This wallet answers ${verifiers.join(' and ')}. To answer ${url.origin}, name it in TEST_WALLET_VERIFIERS.`,
  );
}
