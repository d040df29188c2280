import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { GiveConsent } from '../../../src/contract/consent.ts';
import { fieldErrors } from '../../../src/contract/fieldErrors.ts';
import { personalDetailsFor } from '../../../src/contract/personalDetails.ts';
import type { FieldError, Problem } from '../../../src/contract/problem.ts';
import { type Answer, byContract, type pageEndpoints } from './byContract.ts';
import { type Change, SmallCase, type SmallCaseOptions } from './SmallCase.ts';

export interface SmallApi {
  /** Ends in `/v1`. */
  baseUrl: string;
  close(): Promise<void>;
}

/**
 * The endpoints of the page on a loopback port, in memory and controlled by a test. `POST /cases` (without a key)
 * creates a case and returns its session, `PATCH` changes it, `GET …/log` returns the received calls.
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
  const uploading = [...cases.values()].find(({ checkId }) => request.url!.endsWith(`${checkId}/capture`));
  if (request.method === 'POST' && uploading?.cutsUpload()) {
    const [first] = (await once(request, 'data')) as [Buffer];
    uploading.log.push(`cut after ${first.length} of ${request.headers['content-length']} bytes`);
    return request.destroy();
  }
  const body = await buffer(request);
  const send = (status: number, value?: unknown) => {
    response.writeHead(status, {
      'access-control-allow-origin': request.headers.origin ?? 'null',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key',
      'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
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
  const found = [...cases.values()].find(({ id, checkId, credentialId, documentId }) =>
    [id, checkId, credentialId, documentId].some((one) => path.includes(one)),
  );
  const state =
    found ?? cases.get(String(/^\/biometrics\/(selfie|document)-check$/.test(path) ? text()['caseId'] : ''));
  if (!state) return send(404, problem(404, 'resource_not_found'));
  if (request.method === 'PATCH') return send(200, state.change(text() as Change));
  if (path.endsWith('/log')) return send(200, state.log);
  if (path.endsWith('/listeners')) return send(200, state.handoff.listeners);
  if (path.endsWith('/texts')) return send(200, state.texts);
  const kind = path
    .replace(`${state.documentId}/capture`, 'document-capture')
    .split('/')
    .at(-1)!
    .replace(state.id, 'case')
    .replace(state.documentId, 'document')
    .replace(state.checkId, 'selfie')
    .replace(state.credentialId, 'credential-request');
  state.log.push(`${request.method} ${kind}`);
  const endpoint = NAMES[`${request.method} ${kind}`];
  if (!endpoint) return send(404, problem(404, 'route_not_found'));
  const refuse = (status: number, code: string, errors?: FieldError[]) =>
    send(...byContract(endpoint, [status, problem(status, code, errors)]));
  const fault = state.takeFault(kind);
  if (fault) return fault.status === 0 ? response.destroy() : refuse(fault.status, fault.code, fault.errors);
  if (request.headers.authorization !== `Bearer ${state.session.sessionKey}`)
    return refuse(401, 'session_key_expired');
  if (endpoint === 'retrieveHandoff' && request.headers.accept === 'text/event-stream')
    return state.hasEvents ? stream(state, request, response) : refuse(503, 'unavailable');
  return send(...byContract(endpoint, ANSWERS[endpoint](state, body)));
}

/** Streams the hand-off as server-sent events, until the page disconnects. */
function stream({ handoff }: SmallCase, { headers }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, {
    'access-control-allow-origin': headers.origin ?? 'null',
    'content-type': 'text/event-stream',
  });
  const stop = handoff.follow((shown) => response.write(`data: ${JSON.stringify(shown)}\n\n`));
  response.on('close', stop);
}

type EndpointName = keyof typeof pageEndpoints;

const NAMES: Record<string, EndpointName> = {
  'GET case': 'retrieveCase',
  'POST consent': 'giveConsent',
  'POST personal-details': 'submitPersonalDetails',
  'POST selfie-check': 'startSelfieCheck',
  'POST extend': 'extendSelfieCheck',
  'POST capture': 'captureSelfie',
  'GET selfie': 'retrieveSelfieCheck',
  'POST document-check': 'startDocumentCheck',
  'POST document-capture': 'captureDocument',
  'GET document': 'retrieveDocumentCheck',
  'POST handoff': 'startHandoff',
  'GET handoff': 'retrieveHandoff',
  'DELETE handoff': 'endHandoff',
  'POST confirm': 'confirmHandoff',
  'POST credential-requests': 'startCredentialRequest',
  'POST response': 'answerCredentialRequest',
  'GET credential-request': 'retrieveCredentialRequest',
};

const ANSWERS: Record<EndpointName, (state: SmallCase, body: Buffer) => Answer> = {
  retrieveCase: (state) => [200, state.view()],
  giveConsent: (state, body) => {
    const input = GiveConsent.parse(JSON.parse(body.toString()));
    if (!state.knowsText(input)) return [409, problem(409, 'consent_text_unknown')];
    return [200, state.consent(input)];
  },
  submitPersonalDetails: details,
  startSelfieCheck: (state, body) => [201, state.start(JSON.parse(body.toString()))],
  extendSelfieCheck: (state) => [200, state.extend()],
  captureSelfie: (state, body) => [202, state.capture(body)],
  retrieveSelfieCheck: (state) => [200, state.check()],
  startDocumentCheck: (state, body) => [201, state.startDocument(JSON.parse(body.toString()).type)],
  captureDocument: (state, body) => [202, state.captureDocument(body)],
  retrieveDocumentCheck: (state) => [200, state.lookAtDocument()],
  startHandoff: ({ handoff }) => [201, handoff.start()],
  retrieveHandoff: ({ handoff }) => [200, handoff.view],
  endHandoff: ({ handoff }) => {
    handoff.change({ status: 'ended', reason: 'computer' });
    return [204, undefined];
  },
  confirmHandoff: ({ handoff }, body) => {
    if (handoff.confirm(JSON.parse(body.toString()).digits)) return [200, handoff.view];
    const detail = 'The digits differ from those on the phone. Enter them again.';
    const refused = [{ pointer: '#/digits', code: 'digits_mismatch', detail } as const];
    return [422, problem(422, 'validation_failed', refused)];
  },
  startCredentialRequest: (state) => [201, { ...state.request('pending'), requests: REQUESTS, link: null }],
  answerCredentialRequest: (state, body) => [202, state.answerWallet(JSON.parse(body.toString()))],
  retrieveCredentialRequest: (state) => [200, state.request('done')],
};

/** One of each kind; the wallet of the browser does not look into them. */
const REQUESTS = ['openid4vp-v1-unsigned', 'openid4vp-v1-signed', 'org-iso-mdoc'].map((protocol) => ({
  protocol,
  data: {},
}));

function details(state: SmallCase, body: Buffer): Answer {
  const result = personalDetailsFor(state.mode, state.view().fields).safeParse(JSON.parse(body.toString()));
  if (!result.success) return [422, problem(422, 'validation_failed', fieldErrors(result.error))];
  return [200, state.submitDetails(result.data)];
}

function problem(status: number, code: string, errors?: FieldError[]): Problem {
  return {
    type: 'about:blank',
    title: code,
    status,
    detail: code,
    instance: '/',
    code,
    requestId: 'req_1',
    retryable: status === 429 || status >= 500,
    ...(errors && { errors }),
  };
}
