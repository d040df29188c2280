import type { Case } from '../contract/case.ts';
import type { CaseStatus } from '../contract/caseStatus.ts';
import type { ClientSession } from '../contract/sessionKey.ts';
import type { Cases } from './resources/cases.ts';
import { originOf, type StartVerification, startVerification } from './startVerification.ts';

/** The case of the session: the given one, or the newest of the `clientReferenceId`, or else a new one. */
export type SessionTarget =
  | { caseId: string; allowedOrigins?: string[] | undefined }
  | (StartVerification & {
      /**
       * Starts a new case to replace a submitted one, whatever its outcome. Set it for the request in which you let the
       * person try again, not permanently. A case that still waits for input continues.
       */
      again?: boolean | undefined;
    });

/** Final statuses that the page may know. All other statuses must look the same to it. */
const OVER: readonly CaseStatus[] = ['expired', 'canceled'];

/**
 * Makes the handler behind `session-url`, which responds with a session for the page. It accepts POST with JSON from
 * the same origin only. No input from the page selects the case.
 * @param identify returns the signed-in user; `null` is answered with 401.
 */
export function sessionHandler(
  cases: Cases,
  publicBaseUrl: string,
  identify: (request: Request) => Promise<SessionTarget | null> | SessionTarget | null,
): (request: Request) => Promise<Response> {
  const start = startVerification(cases, publicBaseUrl);

  const join = async (target: Case | { id: string; returnUrl: null }, allowedOrigins?: string[]) => {
    const returnUrl = target.returnUrl ?? (await cases.retrieve(target.id)).returnUrl ?? '';
    const body = { allowedOrigins: allowedOrigins ?? [originOf(returnUrl)] };
    const { caseId, sessionKey, expiresAt } = await cases.createSessionKey(target.id, body);
    return { caseId, sessionKey, expiresAt, baseUrl: publicBaseUrl };
  };

  const sessionFor = async (target: SessionTarget): Promise<ClientSession> => {
    if ('caseId' in target) return join({ id: target.caseId, returnUrl: null }, target.allowedOrigins);
    const { again = false, ...input } = target;
    const { clientReferenceId } = input;
    if (clientReferenceId === undefined) return (await start(input)).toClient();
    const { data } = await cases.list({ clientReferenceId, limit: 1 });
    const newest = data[0];
    if (newest && !isOver(newest, { again })) return join(newest, input.allowedOrigins);
    // The key depends on the newest case only: two tabs that request a session at the same time get the same case.
    const idempotencyKey = await digest(JSON.stringify([newest?.id, input]));
    return (await start(input, { idempotencyKey })).toClient();
  };

  return async (request) => {
    if (request.method !== 'POST') return answer(405, { code: 'method_not_allowed' }, { allow: 'POST' });
    const type = request.headers.get('content-type') ?? '';
    if (!/^application\/json\s*(;|$)/i.test(type)) return answer(415, { code: 'media_type_unsupported' });
    if (!isSameOrigin(request)) return answer(403, { code: 'origin_not_allowed' });
    const target = await identify(request);
    if (!target) return answer(401, { code: 'auth_missing' });
    return answer(200, await sessionFor(target));
  };
}

function isOver({ status }: Case, { again }: { again: boolean }): boolean {
  return OVER.includes(status) || (again && status !== 'requires_input');
}

function answer(status: number, body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Whether a request comes from a page of the same origin, or not from a page at all. Browsers state it in
 * `Sec-Fetch-Site`; otherwise the host of `Origin` must equal the requested host.
 * @see https://www.w3.org/TR/fetch-metadata/
 */
function isSameOrigin(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('origin');
  if (origin === null) return true;
  const host = request.headers.get('host') ?? new URL(request.url).host;
  return URL.canParse(origin) && new URL(origin).host === host;
}
