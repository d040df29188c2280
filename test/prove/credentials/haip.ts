import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CborValue } from '../../../src/credentials/cbor/cborValue.ts';
import { redirectTranscript } from '../../../src/credentials/request/transcripts.ts';
import { keyPair } from '../../../src/testwallet/authority.ts';
import { checkRequestObject } from '../../../src/testwallet/checkRequestObject.ts';
import { answerAs, type WalletFormat } from '../../../src/testwallet/holder.ts';
import { issueStatusCwt, issueStatusJwt } from '../../../src/testwallet/issueLists.ts';
import { publicJwk, type SdJwtRecipe } from '../../../src/testwallet/issueSdJwt.ts';
import { openAuthority, type TestAuthority } from '../../../src/testwallet/openAuthority.ts';
import { type AnswerChanges, REDIRECT } from '../../../src/testwallet/wallet.ts';
import type { TestService } from '../../support/openService.ts';
import { newCase } from '../../support/verification.ts';
import { WALLET_ORIGIN, walletHolder } from '../../support/walletHolder.ts';
import type { Lab } from '../support/Lab.ts';
import { openLocal } from '../support/openLocal.ts';

const FORMATS: WalletFormat[] = ['dc+sd-jwt', 'mso_mdoc'];
const YEAR_S = 31_536_000;
/** The entries of the status lists that say so. */
const ENTRIES = { valid: 0, revoked: 7 };
const LIST = new Uint8Array([0b1000_0000]);
/** The identifier of a mobile document that was revoked. */
const LISTED = Uint8Array.of(1, 2, 3);

interface Module {
  verdict: 'verified' | 'refused';
  /** The formats that it is for; by default both. */
  formats?: readonly WalletFormat[];
  /** How the wallet fetches the request object; by default once, by POST, as the link asks. */
  fetches?: readonly ('GET' | 'POST')[];
  status?: keyof typeof ENTRIES;
  changes?(issuing: Issuing): AnswerChanges;
}

interface Issuing {
  now: number;
  authority: TestAuthority;
  /** The address of the status lists. */
  lists: string;
}

const sdJwt = (make: (issuing: Issuing) => Partial<SdJwtRecipe>): Pick<Module, 'formats' | 'changes'> => ({
  formats: ['dc+sd-jwt'],
  changes: (issuing) => ({ sdJwt: make(issuing) }),
});

/**
 * The modules of the OpenID Foundation's plan for HAIP verifiers (`oid4vp-1final-verifier-haip-test-plan`), and whether
 * a verifier must take the presentation of each. Later versions of the plan added the last three.
 */
const MODULES: Record<string, Module> = {
  'happy-flow': { verdict: 'verified' },
  'minimal-cnf-jwk': { verdict: 'verified', ...sdJwt(minimalKey) },
  // A request_uri need not be good for one use only: wallets fetch it again after a retry or a reload.
  'request-uri-fetched-twice': { verdict: 'verified', fetches: ['GET', 'GET', 'POST', 'POST'] },
  'request-uri-method-post': { verdict: 'verified', fetches: ['POST'] },
  'invalid-credential-signature': {
    verdict: 'refused',
    changes: ({ authority: { signer } }) => {
      const other = { ...signer, privateKey: keyPair('P-256') };
      return { sdJwt: { signer: other }, mdoc: { signer: other } };
    },
  },
  'invalid-kb-jwt-signature': {
    verdict: 'refused',
    ...sdJwt(() => ({ bindingKey: { privateKey: keyPair('P-256'), curve: 'P-256' } })),
  },
  'invalid-kb-jwt-nonce': {
    verdict: 'refused',
    ...sdJwt(() => ({ bindingPayload: { nonce: 'other' } })),
  },
  'invalid-kb-jwt-aud': {
    verdict: 'refused',
    ...sdJwt(() => ({ bindingPayload: { aud: 'x509_hash:other' } })),
  },
  'invalid-sd-hash': { verdict: 'refused', ...sdJwt(() => ({ bindingPayload: { sd_hash: 'AAAA' } })) },
  'kb-jwt-iat-in-past': {
    verdict: 'refused',
    ...sdJwt(({ now }) => ({ bindingPayload: { iat: Math.floor(now / 1000) - YEAR_S } })),
  },
  'kb-jwt-iat-in-future': {
    verdict: 'refused',
    ...sdJwt(({ now }) => ({ bindingPayload: { iat: Math.floor(now / 1000) + YEAR_S } })),
  },
  'invalid-session-transcript': {
    verdict: 'refused',
    formats: ['mso_mdoc'],
    changes: () => ({ mdoc: { transcript: otherTranscript() } }),
  },
  'present-credential-without-status': { verdict: 'verified' },
  'present-revoked-credential': { verdict: 'refused', status: 'revoked' },
  'present-credential-on-identifier-list': {
    verdict: 'refused',
    formats: ['mso_mdoc'],
    changes: ({ lists }) => {
      const entry = new Map<string, CborValue>([
        ['uri', `${lists}/identifiers`],
        ['id', LISTED],
      ]);
      return { mdoc: { status: new Map([['identifier_list', entry]]) } };
    },
  },
};

/**
 * Replays the plan: the test wallet follows the link of a case, answers by `direct_post.jwt`, and the page hands the
 * code in.
 * @returns how many modules there are, and those with another verdict than the plan's
 */
export async function replayPlan(lab: Lab): Promise<{ modules: number; runs: number; wrong: string[] }> {
  const authority = openAuthority(lab.folder(), Date.now());
  const service = await openWith(lab, authority);
  // The clock of the service is frozen.
  const now = service.deps.clock().getTime();
  const issuing = { authority, now, lists: await serveLists(lab, { authority, now }) };
  const runs = Object.entries(MODULES).flatMap(([name, module]) =>
    (module.formats ?? FORMATS).map((format) => ({ name, module, format })),
  );
  const wrong: string[] = [];
  for (const { name, module, format } of runs) {
    const { verdict, problems } = await replay(service, { issuing, module, format });
    if (verdict !== module.verdict) problems.push(`${verdict}, not ${module.verdict}`);
    wrong.push(...problems.map((problem) => `${name}, ${format}: ${problem}`));
  }
  return { modules: Object.keys(MODULES).length, runs: runs.length, wrong };
}

interface Run {
  issuing: Issuing;
  module: Module;
  format: WalletFormat;
}

async function replay(
  service: TestService,
  { issuing, module, format }: Run,
): Promise<{ verdict: string; problems: string[] }> {
  const { now, authority, lists } = issuing;
  const { page, request } = await ask(service);
  const link = new URL(request.link);
  const { objects, problems } = await fetchObjects(link, module.fetches ?? ['POST']);
  const data = { request: objects.at(-1)! };
  const status = module.status
    ? { uri: `${lists}/${format === 'mso_mdoc' ? 'cwt' : 'jwt'}`, idx: ENTRIES[module.status] }
    : null;
  const changes = module.changes?.(issuing) ?? {};
  const answer = answerAs(walletHolder, { protocol: REDIRECT, data }, new URL(service.url).origin, {
    format,
    now,
    issuer: authority,
    status,
    changes,
  });
  const { payload } = checkRequestObject(data.request);
  const { response } = answer.data as { response: string };
  const posted = await fetch(payload['response_uri'] as string, {
    method: 'POST',
    body: new URLSearchParams({ response }),
  });
  const { redirect_uri: back = '' } = (await posted.json()) as { redirect_uri?: string };
  if (posted.status !== 200) problems.push(`the answer was answered by ${posted.status}`);
  const code = new URL(back, WALLET_ORIGIN).hash.split('.')[1];
  await service.call('POST', `/credential-requests/${request.id}/response`, {
    ...page,
    json: { protocol: REDIRECT, data: { response_code: code } },
  });
  await service.tick();
  const { body } = await service.call('GET', `/credentials/${request.id}`);
  return { verdict: body.status, problems };
}

/** Checks the request objects of a link against the HAIP test plan. */
async function fetchObjects(
  link: URL,
  methods: readonly ('GET' | 'POST')[],
): Promise<{ objects: string[]; problems: string[] }> {
  const { client_id, request_uri, request_uri_method } = Object.fromEntries(link.searchParams);
  const problems = request_uri_method === 'post' ? [] : ['the link does not ask for POST'];
  const objects: string[] = [];
  for (const [at, method] of methods.entries()) {
    const nonce = `wallet nonce ${at}`;
    const body = method === 'POST' ? { body: new URLSearchParams({ wallet_nonce: nonce }) } : {};
    const reply = await fetch(request_uri!, { method, ...body });
    const type = reply.headers.get('content-type');
    if (reply.status !== 200) problems.push(`request ${at + 1} was answered by ${reply.status}`);
    if (type !== 'application/oauth-authz-req+jwt') problems.push(`the type of the request is ${type}`);
    objects.push(await reply.text());
    const { payload, problems: found } = checkRequestObject(objects.at(-1)!);
    problems.push(...found);
    if (payload['client_id'] !== client_id) problems.push('client_id is another one than in the link');
    if (payload['wallet_nonce'] !== (method === 'POST' ? nonce : undefined))
      problems.push(`by ${method} wallet_nonce is ${payload['wallet_nonce']}`);
  }
  return { objects, problems };
}

async function openWith(lab: Lab, { files }: TestAuthority): Promise<TestService> {
  const { readConfig } = await import('../../../src/service/settings/config.ts');
  const { wallet, webhooks } = readConfig({
    WALLET_TEST_TRUST: files.trust,
    WALLET_CERTIFICATE_FILE: files.certificate,
    WALLET_KEY_FILE: files.key,
    WEBHOOK_ALLOW_LOOPBACK: 'true',
  });
  return await openLocal(lab, { config: { wallet, webhooks } });
}

/** Status lists as JWT and as CWT, at an address of this machine until the lab ends. */
async function serveLists(lab: Lab, { now, authority: { signer } }: Omit<Issuing, 'lists'>): Promise<string> {
  const server = createServer(({ url }, response) => {
    const recipe = { signer, now, uri: `${origin}${url}`, bits: 1, list: LIST };
    const jwt = url === '/jwt' ? issueStatusJwt(recipe) : null;
    response.end(jwt ?? issueStatusCwt(recipe, url === '/identifiers' ? [LISTED] : undefined));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  lab.defer(() => new Promise<void>((closed) => server.close(() => closed())));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return origin;
}

/** A case with consent, and a request with a link for its page. */
async function ask(service: TestService) {
  const json = { ...newCase, policy: { credential: 'offer' }, session: { allowedOrigins: [WALLET_ORIGIN] } };
  const { id, session } = (await service.call('POST', '/cases', { json })).body;
  const page = { key: session.sessionKey as string, headers: { Origin: WALLET_ORIGIN } };
  const consent = { biometric: true, textVersion: '1', locale: 'en' };
  await service.call('POST', `/cases/${id}/consent`, { ...page, json: consent });
  const { body: request } = await service.call('POST', `/cases/${id}/credential-requests`, {
    ...page,
    json: { returnPath: '/open' },
  });
  return { page, request };
}

/** A key with only its four members. */
function minimalKey(): Partial<SdJwtRecipe> {
  const holder = { privateKey: keyPair('P-256'), curve: 'P-256' as const };
  const { kty, crv, x, y } = publicJwk(holder.privateKey);
  const cnf = { jwk: { kty: kty!, crv: crv!, x: x!, y: y! } };
  return { holder, editPayload: (payload) => Object.assign(payload, { cnf }) };
}

function otherTranscript(): Uint8Array {
  return redirectTranscript({
    clientId: 'x509_hash:other',
    nonce: 'other',
    responseUri: 'https://other.example',
    jwkThumbprint: new Uint8Array(32),
  });
}
