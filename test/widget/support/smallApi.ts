import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { fieldErrors } from '../../../src/contract/fieldErrors.ts';
import { personalDetailsFor } from '../../../src/contract/personalDetails.ts';
import { type Change, SmallCase, type SmallCaseOptions } from './SmallCase.ts';

export interface SmallApi {
  /** Ends in `/v1`. */
  baseUrl: string;
  close(): Promise<void>;
}

/**
 * The page's half of the API on a loopback port, kept in memory, that does what a test tells it to. `POST /cases`
 * (without a key) makes a case and answers with its session, `PATCH` changes it, `GET …/log` says what arrived.
 */
export async function smallApi(): Promise<SmallApi> {
  const cases = new Map<string, SmallCase>();
  const server = createServer((request, response) => {
    answer(cases, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(cases: Map<string, SmallCase>, request: IncomingMessage, response: ServerResponse) {
  const body = await buffer(request);
  const send = (status: number, value?: unknown) => {
    response.writeHead(status, {
      'access-control-allow-origin': request.headers.origin ?? 'null',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key',
      'access-control-allow-methods': 'GET, POST, PATCH',
      'content-type': status < 400 ? 'application/json' : 'application/problem+json',
    });
    response.end(value === undefined ? undefined : JSON.stringify(value));
  };
  if (request.method === 'OPTIONS') return send(204);
  const path = request.url!.replace(/^\/v1/, '');
  const text = () => JSON.parse(body.toString() || '{}') as Record<string, unknown>;
  if (request.method === 'POST' && path === '/cases') {
    const made = new SmallCase(text() as SmallCaseOptions, `http://${request.headers.host}/v1`);
    cases.set(made.id, made);
    return send(201, made.session);
  }
  const found = [...cases.values()].find(({ id, checkId }) => path.includes(id) || path.includes(checkId));
  const state = found ?? cases.get(String(path === '/biometrics/selfie-check' ? text()['caseId'] : ''));
  if (!state) return send(404, problem(404, 'resource_not_found'));
  if (request.method === 'PATCH') return send(200, state.change(text() as Change));
  if (path.endsWith('/log')) return send(200, state.log);
  const kind = path.split('/').at(-1)!.replace(state.id, 'case').replace(state.checkId, 'selfie');
  state.log.push(`${request.method} ${kind}`);
  const fault = state.takeFault(kind);
  if (fault)
    return fault.status === 0
      ? response.destroy()
      : send(fault.status, { ...problem(fault.status, fault.code), ...fault });
  if (request.headers.authorization !== `Bearer ${state.session.sessionKey}`) {
    return send(401, problem(401, 'session_key_expired'));
  }
  return send(...route(state, `${request.method} ${kind}`, text, body));
}

type Answer = [status: number, body: unknown];

function route(state: SmallCase, call: string, text: () => Record<string, unknown>, body: Buffer): Answer {
  const routes: Record<string, () => Answer> = {
    'GET case': () => [200, state.view()],
    'POST consent': () => [200, state.consent(text()['biometric'] === true)],
    'POST personal-details': () => details(state, text()),
    'POST selfie-check': () => [201, state.check()],
    'POST capture': () => [202, state.capture(body)],
    'GET selfie': () => [200, state.check()],
  };
  return routes[call]?.() ?? [404, problem(404, 'route_not_found')];
}

function details(state: SmallCase, input: unknown): Answer {
  const result = personalDetailsFor(state.mode).safeParse(input);
  if (!result.success) {
    return [422, { ...problem(422, 'validation_failed'), errors: fieldErrors(result.error) }];
  }
  state.details = result.data;
  return [200, state.done('personal_details')];
}

function problem(status: number, code: string) {
  const retryable = status === 429 || status >= 500;
  return {
    type: 'about:blank',
    title: code,
    status,
    detail: code,
    instance: '/',
    code,
    requestId: 'req_1',
    retryable,
  };
}
