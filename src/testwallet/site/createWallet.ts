import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PresentationAnswer } from '../../credentials/request/presentation.ts';
import { answerWith } from '../answerWith.ts';
import { type Exchange, Exchanges, isPresentable } from '../Exchanges.ts';
import { faults } from '../faults/faults.ts';
import { issueStatusJwt } from '../issueLists.ts';
import type { TestAuthority } from '../openAuthority.ts';
import { people, portraitOf } from '../people.ts';
import { chosenPortrait, type PortraitOption, portraitOptions } from '../portraitOptions.ts';
import type { WalletSettings } from '../settings.ts';
import type { WalletRequest } from '../wallet.ts';
import { backPage, homePage, problemPage, sharePage, waitingPage } from './pages.ts';
import { fetchRequest, postAnswer } from './redirects.ts';

/** A request to the pages of the wallet. */
export interface PageRequest {
  method: string;
  url: URL;
  accept: string;
  body: string;
  /** The network of the visitor. */
  network: string;
}

export interface PageResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

interface Needs {
  settings: Pick<WalletSettings, 'url' | 'port' | 'verifiers'>;
  authority: TestAuthority;
  now: () => number;
}

/** A problem that the person or the service can solve. */
class WalletProblem extends Error {}

/** A problem as it is shown. The message of a parser is not: it repeats what another server answered. */
function shown(problem: string, error: unknown): WalletProblem {
  const isOwn = error instanceof Error && error.constructor === Error;
  return new WalletProblem(isOwn ? `${problem} ${error.message}` : problem);
}

/** The scripts that `npm run build` makes of `src/pages/wallet`. */
const SCRIPTS = join(import.meta.dirname, '../../../dist/pages/wallet');
const FILES: Record<string, { folder: string; type: string }> = {
  '/wallet.css': { folder: import.meta.dirname, type: 'text/css; charset=utf-8' },
  '/wallet.js': { folder: SCRIPTS, type: 'text/javascript; charset=utf-8' },
  '/bridge.js': { folder: SCRIPTS, type: 'text/javascript; charset=utf-8' },
};
/** The entry in the list of faults for a valid answer with a status. */
const VALID = 'status';
const ALL_FAULTS = Object.values(faults).flat();

/** The pages of the test wallet as one function. @throws if their scripts were not built. */
export function createWallet(needs: Needs): (request: PageRequest) => Promise<PageResponse> {
  for (const [path, { folder }] of Object.entries(FILES))
    if (!existsSync(join(folder, path)))
      throw new Error(`${join(folder, path)} is missing. Run "npm run build".`);
  const exchanges = new Exchanges(needs.now);
  return async (request) => {
    try {
      return await route(needs, exchanges, request);
    } catch (error) {
      const isKnown = error instanceof WalletProblem;
      if (!isKnown) process.stderr.write(`${(error as Error).stack ?? error}\n`);
      const text = isKnown
        ? error.message
        : 'The wallet failed. The terminal in which it runs shows the cause.';
      const status = isKnown ? 422 : 500;
      return wantsJson(request) ? json(status, { problem: text }) : page(problemPage(text), status);
    }
  };
}

async function route(needs: Needs, exchanges: Exchanges, request: PageRequest): Promise<PageResponse> {
  const { method, url } = request;
  const [, folder = '', name = ''] = url.pathname.split('/');
  const key = `${method} /${folder}`;
  const found = method === 'GET' ? FILES[url.pathname] : undefined;
  if (found) return file(url.pathname, found);
  if (key === 'GET /healthz') return { status: 204, headers: {}, body: '' };
  if (key === 'GET /') return page(homePage({ trust: needs.authority.files.trust, url: needs.settings.url }));
  if (key === 'GET /share') return page(waitingPage());
  if (key === 'GET /portraits') return await portrait(name);
  if (key === 'GET /lists') return statusList(needs, name);
  if (key === 'GET /authorize') return await authorize(needs, exchanges, request);
  if (key === 'POST /requests' && !name) return begin(exchanges, request);
  if (folder !== 'requests') return page(problemPage('There is nothing here.'), 404);
  const exchange = exchanges.find(name);
  if (!exchange)
    throw new WalletProblem(
      'This request was answered, or has expired after ten minutes. Start again from the page that asked.',
    );
  return method === 'POST' ? await answer(needs, exchanges, exchange, request) : page(sharePage(exchange));
}

/** Begins a request from a page. The browser states its origin. */
function begin(exchanges: Exchanges, { body, network }: PageRequest): PageResponse {
  try {
    const { origin, requests } = JSON.parse(body) as { origin: string; requests: WalletRequest[] };
    const { id } = exchanges.ofPage(new URL(origin).origin, requests, network);
    return json(201, { id, url: `/requests/${id}` });
  } catch (error) {
    throw shown('The request cannot be read.', error);
  }
}

/** A request by redirect with the OpenID4VP parameters `client_id`, `request_uri` and `request_uri_method`. */
async function authorize(
  { settings }: Needs,
  exchanges: Exchanges,
  { url: { searchParams: query }, network }: PageRequest,
): Promise<PageResponse> {
  const uri = query.get('request_uri') ?? '';
  const walletNonce =
    query.get('request_uri_method') === 'post' ? randomBytes(16).toString('base64url') : null;
  try {
    const request = await fetchRequest(uri, walletNonce, settings.verifiers);
    const link = { uri, clientId: query.get('client_id') ?? '', walletNonce };
    const { id } = exchanges.ofRedirect(link, request, network);
    return { status: 303, headers: { location: `/requests/${id}` }, body: '' };
  } catch (error) {
    throw shown('The request could not be fetched.', error);
  }
}

async function answer(
  needs: Needs,
  exchanges: Exchanges,
  exchange: Exchange,
  request: PageRequest,
): Promise<PageResponse> {
  const form = new URLSearchParams(request.body);
  const isCancelled = form.get('do') === 'cancel';
  const walletAnswer = isCancelled ? null : await chosenAnswer(needs, exchange, form);
  const again = (problem: string) =>
    wantsJson(request) ? json(422, { problem }) : page(sharePage(exchange, { problem, form }), 422);
  if (typeof walletAnswer === 'string') return again(walletAnswer);
  if (exchange.responseUri === null) {
    exchanges.end(exchange);
    return json(200, { answer: walletAnswer });
  }
  const response = walletAnswer ? (walletAnswer.data as { response: string }).response : null;
  let back: string | null;
  try {
    back = await postAnswer(exchange.responseUri, response);
  } catch (error) {
    return again(`The answer did not arrive. ${(error as Error).message}`);
  }
  exchanges.end(exchange);
  const text = walletAnswer ? 'Your details are on their way.' : 'Nothing was shared.';
  return wantsJson(request) ? json(200, { redirectUri: back }) : page(backPage(back, text));
}

/** The answer that was chosen on the page; a sentence for the person if the choices are incompatible. */
async function chosenAnswer(
  { settings, authority, now }: Needs,
  exchange: Exchange,
  form: URLSearchParams,
): Promise<PresentationAnswer | string> {
  const person = people.find(({ id }) => id === form.get('person')) ?? people[0]!;
  const offer = exchange.offers.find(({ id }) => id === form.get('offer')) ?? exchange.offers[0]!;
  const chosen = form.get('fault') ?? '';
  const fault = ALL_FAULTS.find(({ name }) => name === chosen) ?? null;
  if (!fault && chosen !== '' && chosen !== VALID) return 'There is no such fault. Choose one from the list.';
  if (fault && !isPresentable(fault, offer))
    return 'This fault does not fit the chosen document, or the kind of request. Choose another one.';
  const option = form.get('portrait') ?? 'own';
  const portrait = await chosenPortrait(
    person,
    Object.hasOwn(portraitOptions, option) ? (option as PortraitOption) : 'own',
  );
  const hasList = chosen === VALID || fault?.inAnswer?.statusList !== undefined;
  const list = fault ? String(ALL_FAULTS.indexOf(fault)) : VALID;
  const { format, query, request } = offer;
  return answerWith(
    {
      holder: { ...person.holder, portrait },
      format,
      ...(query && { query }),
      fault,
      statusUri: hasList ? listUri(settings, list) : null,
    },
    request,
    exchange.origin,
    { now: now(), root: authority.root, signer: authority.signer },
  );
}

/** Uses the IP address of this machine, because its name may resolve to an address without a listener. */
function listUri({ url }: Needs['settings'], name: string): string {
  return `${url.replace('//localhost:', '//127.0.0.1:')}/lists/${name}`;
}

/** The status list that a credential names: a valid one, or the one with the numbered fault. */
function statusList({ settings, authority, now }: Needs, name: string): PageResponse {
  const { root, signer } = authority;
  const issuing = { now: now(), root, signer };
  const uri = listUri(settings, name);
  const make = ALL_FAULTS[Number(name)]?.inAnswer?.statusList;
  const honest = () => issueStatusJwt({ ...issuing, uri, bits: 2, list: Uint8Array.of(0b01_00_01_01, 255) });
  if (!make && name !== VALID) return page(problemPage('There is no such list.'), 404);
  const body = make ? make(issuing, uri) : honest();
  return { status: 200, headers: { 'content-type': 'application/statuslist+jwt' }, body };
}

async function portrait(name: string): Promise<PageResponse> {
  const person = people.find(({ id }) => `${id}.jpg` === name);
  if (!person) return page(problemPage('There is no such portrait.'), 404);
  return { status: 200, headers: { 'content-type': 'image/jpeg' }, body: await portraitOf(person) };
}

function file(path: string, { folder, type }: { folder: string; type: string }): PageResponse {
  const body = readFileSync(join(folder, path));
  // The bridge runs on pages of other origins.
  const headers = {
    'content-type': type,
    'cache-control': 'no-cache',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  };
  return { status: 200, headers, body };
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

function page({ text }: { text: string }, status = 200): PageResponse {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'cache-control': 'no-store',
  };
  return { status, headers, body: text };
}

function json(status: number, value: object): PageResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(value),
  };
}

function wantsJson({ accept, method, url }: PageRequest): boolean {
  return accept.includes('application/json') || (method === 'POST' && url.pathname === '/requests');
}
