import { CaseStatus } from '../../src/contract/caseStatus.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { newId } from '../../src/contract/ids.ts';
import { openEndpoints } from '../../src/contract/openEndpoints.ts';
import { walletEndpoints } from '../../src/contract/walletEndpoints.ts';
import type { TestService } from '../support/openService.ts';
import { newCase } from '../support/verification.ts';
import { WALLET_ORIGIN } from '../support/walletHolder.ts';
import { type Access, accessTable, openTable } from './access/accessTable.ts';
import { type Principal, principals } from './access/principals.ts';
import { caseIn, makeCase, makeResource, noIds } from './access/resources.ts';
import { mountedRoutes, pathOf } from './support/hostileRequests.ts';
import type { Lab } from './support/Lab.ts';
import { openLocal } from './support/openLocal.ts';
import type { Findings } from './support/Proof.ts';
import { walletAddress, walletPeople } from './support/walletPeople.ts';

/** One request: caller, endpoint and resource. */
interface Cell {
  route: string;
  access: Access;
  principal: Principal;
  target: string;
  /** Creates the resource. @returns its id. */
  make(): Promise<string>;
  isOfCaller: boolean;
  /** The expected refusal; `null`: not refused with 401, 403 or 404. */
  refusal: string | null;
}

/** Calls every route as every kind of caller, for own, foreign and missing resources, in every state of a case. */
export default async function prove(lab: Lab): Promise<Findings> {
  const { readConfig } = await import('../../src/service/settings/config.ts');
  const { wallet } = readConfig((await walletPeople(lab)).settings);
  const service = await openLocal(lab, {
    config: { wallet },
  });
  const unlisted = missingRoutes();
  const caseId = await makeCase(service);
  const all = await principals(service, caseId);
  const cells = [...cellsOfCaller(service, all, caseId), ...cellsOfOthers(service, all)];
  for (const status of [...CaseStatus.options, 'redacted' as const])
    cells.push(...cellsOfState(all, { make: once(() => caseIn(service, status)), status }));
  // Prime, so that the sample meets all kinds of callers, which come in turn.
  const every = lab.form === 'full' ? 1 : 19;
  const tried: (Cell & { id: string })[] = [];
  // All there is before anybody tries anything with it.
  for (const cell of cells.filter((_, index) => index % every === 0))
    tried.push({ ...cell, id: await cell.make() });
  tried.sort((one, other) => endsKey(one) - endsKey(other));
  const deviations: string[] = [];
  for (const cell of tried) {
    const answer = await answerOf(service, cell);
    if (answer !== (cell.refusal ?? 'let in'))
      deviations.push(
        `${cell.route}, ${cell.target}, by ${cell.principal.name}: ${answer}, not ${cell.refusal}`,
      );
  }
  const keyless = await keylessCells(service, lab.form === 'full' ? all : oneOfEachKind(all));
  deviations.push(...keyless.deviations);
  const open = await keylessRoutes(service);
  deviations.push(...open.deviations);
  const ok = deviations.length === 0 && unlisted.length === 0;
  return {
    ok,
    routes: Object.keys(accessTable).length + openTable.length,
    principals: all.length,
    cells: tried.length + keyless.cells,
    routesWithoutKey: open.routes,
    unlisted,
    deviations,
  };
}

/** Of the keys with a single scope and of those that lack one, the first alone. */
function oneOfEachKind(all: Principal[]): Principal[] {
  const kindOf = ({ name }: Principal) =>
    name.replace(/^\S+ alone$/, 'alone').replace(/^all but .+/, 'all but');
  return all.filter((one, index) => all.findIndex((other) => kindOf(other) === kindOf(one)) === index);
}

/**
 * Routes authorised by a token or body ignore keys: every kind of caller is accepted with a valid token, and refused in
 * the same way with an invalid one.
 */
async function keylessCells({ call, keys }: TestService, all: Principal[]) {
  const session = { allowedOrigins: [WALLET_ORIGIN] };
  const made = await call('POST', '/cases', {
    json: { ...newCase, policy: { credential: 'offer' }, session },
  });
  const page = { key: made.body.session.sessionKey, headers: { Origin: WALLET_ORIGIN } };
  const consent = { biometric: true, textVersion: '1', locale: 'en' };
  await call('POST', `/cases/${made.body.id}/consent`, { key: keys.test, json: consent });
  const reply = await call('POST', `/cases/${made.body.id}/credential-requests`, {
    ...page,
    json: { returnPath: '/' },
  });
  const token = walletAddress(reply.body.link).split('/').at(-1)!;
  const id = token.split('.')[0]!;
  const tokens = [`${id}.${'A'.repeat(27)}`, id, `${newId('cred')}.${token.split('.')[1]}`, 'x'];
  const deviations: string[] = [];
  let cells = 0;
  const expectAnswer = async (route: string, answer: string, json?: object) => {
    const [method, path] = route.split(' ') as [string, string];
    for (const { name, authorization } of all) {
      const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const headers = {
        ...(authorization && { Authorization: authorization }),
        ...(method === 'POST' && !json && form),
      };
      const body = method === 'POST' && !json ? { body: '' } : {};
      const reply = await call(method, path, { key: null, headers, ...(json && { json }), ...body });
      const observed = reply.body.code ? `${reply.status} ${reply.body.code}` : `${reply.status}`;
      cells++;
      if (observed !== answer) deviations.push(`${route} by ${name}: ${observed}, not ${answer}`);
    }
  };
  for (const method of ['GET', 'POST']) {
    await expectAnswer(`${method} /wallet/${token}`, '200');
    for (const other of tokens) await expectAnswer(`${method} /wallet/${other}`, '404 resource_not_found');
  }
  const secret = 'A'.repeat(27);
  await expectAnswer('POST /links/redeem', '404 link_ended', { secret });
  await expectAnswer('POST /handoffs/join', '404 link_ended', { secret });
  return { cells, deviations };
}

/** What anybody may read or send without a key, beside the endpoints of `openTable`; every other route refuses. */
const WITHOUT_KEY =
  /^(\/v1)?\/(healthz|readyz|openapi\.json|errors)|^\/v1\/(wallet|links\/redeem|handoffs\/join)|^\/verify|^\/desk\/(desk\.(css|js)|sign-in|invite)/;

/** Calls each route of the app without a key: it refuses, unless it is listed. */
async function keylessRoutes(service: TestService): Promise<{ routes: number; deviations: string[] }> {
  const deviations: string[] = [];
  const routes = mountedRoutes(service);
  for (const route of routes) {
    const { method } = route;
    const path = pathOf(route);
    const response = await fetch(service.url + path, { method, redirect: 'manual' });
    await response.arrayBuffer();
    const isSentToSignIn = response.status === 303 && response.headers.get('Location') === '/desk/sign-in';
    const isRefused =
      response.status === 401 || isSentToSignIn || (method !== 'GET' && response.status >= 400);
    if (!isRefused && !WITHOUT_KEY.test(path)) deviations.push(`${method} ${path}: ${response.status}`);
  }
  return { routes: routes.length, deviations };
}

/**
 * Calls that may revoke the key of their own caller: they run last, those of the phone first. Then a new hand-off, which
 * revokes the keys of the phones.
 */
function endsKey({ route, principal, isOfCaller, refusal }: Cell): number {
  if (!isOfCaller || refusal !== null) return 0;
  if (route.startsWith('DELETE')) return OF_PAGES.indexOf(principal.name) + 1;
  return route === 'POST /cases/:id/handoff' ? OF_PAGES.length + 1 : 0;
}

/** Callers whose keys belong to one case. */
const OF_PAGES = ['a phone for the selfie', 'a phone for the credential', 'a page'];

/** A route missing in the table is a deviation, and so is a table row without a route. */
function missingRoutes(): string[] {
  const served = [endpoints, openEndpoints, walletEndpoints].flatMap((table) =>
    Object.values(table).map(({ method, path }) => `${method} ${path}`),
  );
  const listed = [...Object.keys(accessTable), ...openTable];
  return [
    ...served.filter((route) => !listed.includes(route)),
    ...listed.filter((route) => !served.includes(route)),
  ];
}

const rows = Object.entries(accessTable);

function cellsOfCaller(service: TestService, all: Principal[], caseId: string): Cell[] {
  const cells: Cell[] = [];
  for (const [route, access] of rows) {
    const shared = once(async () => (access.id ? await makeResource(service, access.id, caseId) : 'x'));
    for (const principal of all) {
      const refusal = isOfComputer(route, principal)
        ? '403 session_scope_exceeded'
        : principal.refusal(access, true);
      // A deleted resource cannot be deleted by the next caller.
      const isOfCase = OF_PAGES.includes(principal.name);
      const isLast = route.startsWith('DELETE') && refusal === null && !isOfCase;
      const alone = async () =>
        makeResource(service, access.id!, await makeCase(service), { isDeleted: true });
      cells.push({
        route,
        access,
        principal,
        target: 'own',
        make: isLast ? alone : shared,
        isOfCaller: true,
        refusal,
      });
    }
  }
  return cells;
}

/** The request to a wallet is one of the computer: a phone reads only those that it started. */
const isOfComputer = (route: string, { name }: Principal) =>
  route === 'GET /credential-requests/:id' && name === 'a phone for the credential';

const FEW =
  /^(nobody|all scopes|the other mode|a page|a phone for the (selfie|credential))$|^(cases:read alone|all but cases:write)$/;

function cellsOfOthers(service: TestService, all: Principal[]): Cell[] {
  const other = once(() => makeCase(service));
  const cells: Cell[] = [];
  for (const [route, access] of rows) {
    if (!access.id) continue;
    const kind = access.id;
    for (const principal of all.filter(({ name }) => FEW.test(name))) {
      const refusal = principal.refusal(access, false);
      const isDeleted = route.startsWith('DELETE') && refusal === null;
      const make = async () =>
        makeResource(service, kind, await (route.startsWith('DELETE') ? makeCase(service) : other()), {
          isDeleted,
        });
      cells.push({ route, access, principal, target: 'another’s', make, isOfCaller: false, refusal });
      for (const id of noIds(kind)) {
        // A check or a request to a wallet that does not exist does not belong to another case either.
        const isOfCase = kind === 'bio' || kind === 'cred' || kind === 'doc';
        const expected = principal.refusal(access, isOfCase) ?? '404 resource_not_found';
        const find = async () => id;
        cells.push({
          route,
          access,
          principal,
          target: 'nothing',
          make: find,
          isOfCaller: false,
          refusal: expected,
        });
      }
    }
  }
  return cells;
}

function cellsOfState(
  all: Principal[],
  { make, status }: { make: () => Promise<string>; status: string },
): Cell[] {
  return rows.flatMap(([route, access]) => {
    const changes = route.startsWith('DELETE') || route.endsWith('/cancel');
    if (access.id !== 'case' || changes) return [];
    return all
      .filter(({ name }) => FEW.test(name) || name === `${access.scope} alone`)
      .map((principal) => {
        const refusal = principal.refusal(access, false);
        return { route, access, principal, target: status, make, isOfCaller: false, refusal };
      });
  });
}

/** @returns the status and code of a refusal for want of a right, else `let in`. */
async function answerOf(
  service: TestService,
  { route, access, principal, id }: Cell & { id: string },
): Promise<string> {
  const [method, path] = route.split(' ') as [string, string];
  const { status, body } = await service.call(
    method,
    path.replace(':id', id).replace(/:(hitId|n)$|:hitId/, 'x'),
    {
      key: null,
      ...(principal.authorization && { headers: { Authorization: principal.authorization } }),
      ...(method !== 'GET' && method !== 'DELETE' && { json: {} }),
    },
  );
  const isLookUp = path.includes(':id') && !access.id;
  // A link that is not there is no want of a right.
  const isAbsent = status === 404 && (isLookUp || body.code === 'link_ended');
  if (![401, 403, 404].includes(status) || isAbsent) return 'let in';
  return `${status} ${body.code}`;
}

/** Makes something when it is first wanted. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
