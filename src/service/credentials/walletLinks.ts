import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { isId } from '../../contract/ids.ts';
import type { Mode } from '../../contract/mode.ts';
import { clientIdOf, redirectRequest } from '../../credentials/credentials.ts';
import { ApiError } from '../ApiError.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { isSameSecret } from '../crypto/isSameSecret.ts';
import { purposes } from '../crypto/purposes.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { Database } from '../db/schema.ts';
import { cases } from '../db/store/cases.ts';
import { credentialChecks } from '../db/store/credentialChecks.ts';
import type { CredentialContext } from './credentialContext.ts';
import { openSession, type StoredLink, sealSession } from './sealSession.ts';
import type { CredentialRow } from './viewCredential.ts';

/** OpenID4VP: the response mode of an answer that a wallet posts itself. */
const PROTOCOL = 'direct_post.jwt';
const SECRET_BYTES = 20;
/** The URL scheme of HAIP 1.0 wallets. */
const SCHEME = 'haip-vp://';

/**
 * Creates the link that opens a wallet on the same device; in test mode it opens the test wallet if one is configured.
 * @returns `null` if the relying party has no certificates, since wallets accept only signed requests by links.
 */
export function createLink(
  { papers, config }: Pick<CredentialContext, 'papers' | 'config'>,
  mode: Mode,
  { id, baseUrl, to }: { id: string; baseUrl: string; to: string },
): { url: string; responseUri: string; stored: StoredLink } | null {
  if (!papers.relyingParty) return null;
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const uri = `${baseUrl}/wallet/${id}.${secret}`;
  const { testUrl } = config.wallet;
  const wallet = mode === 'test' && testUrl ? `${testUrl}/authorize` : SCHEME;
  const query = new URLSearchParams({
    client_id: clientIdOf(papers.relyingParty),
    request_uri: uri,
    // The request object repeats the nonce of a wallet that sends one, which proves that it was made for this wallet.
    request_uri_method: 'post',
  });
  const stored = { secretSha256: sha256(secret), codeSha256: null, returnUrl: to };
  return { url: `${wallet}?${query}`, responseUri: uri, stored };
}

/**
 * The request object for a wallet that was opened by a link. It may be fetched again; the request accepts one answer.
 * @throws {ApiError} `resource_not_found` for a link that is unknown, used or expired, without telling these apart.
 */
export async function readLinkedRequest(
  context: CredentialContext,
  token: string,
  walletNonce: string | null,
): Promise<string> {
  const { session, relyingParty } = await findLink(context, context.db, token);
  return redirectRequest(session, relyingParty, walletNonce);
}

/**
 * Stores the answer that a wallet posted until the requesting page submits its code. Only then is it checked, so that
 * an attacker gains nothing by sending their link to another person. A wallet that reports an error changes nothing.
 * @param response the encrypted answer; `null`: the wallet reported an error.
 * @returns the URL where the person continues
 * @throws {ApiError} `resource_not_found` for a link that is unknown, used or expired, without telling these apart.
 */
export async function takeLinkedAnswer(
  context: CredentialContext,
  tx: Kysely<Database>,
  token: string,
  response: string | null,
): Promise<string> {
  const { row, check, session } = await lockLink(context, tx, token);
  const { link } = session;
  if (response === null) return `${link.returnUrl}#idv_wallet=no`;
  const code = randomBytes(SECRET_BYTES).toString('base64url');
  const answer = JSON.stringify({ protocol: PROTOCOL, data: { response } });
  const stored = { ...session, link: { ...link, codeSha256: sha256(code) } };
  await credentialChecks.update(tx, check, {
    sealed_session: sealSession(context, row, check.id, stored),
    sealed_answer: context.vault.seal(row, purposes.credentialAnswer(check.id), answer),
  });
  return `${link.returnUrl}#idv_wallet=${check.id}.${code}`;
}

/**
 * The answer that a wallet posted, found by the code that the page received.
 * @returns `null` if the page sent an answer without a code.
 * @throws {ApiError} `challenge_expired` if the code belongs to another request.
 */
export function redeemCode(
  context: Pick<CredentialContext, 'vault'>,
  row: CaseRow,
  check: CredentialRow,
  { protocol, data }: { protocol: string; data: unknown },
): string | null {
  if (protocol !== PROTOCOL) return null;
  const { link } = openSession(context, row, check);
  const code = (data as { response_code?: unknown } | null)?.response_code;
  const isGood =
    typeof code === 'string' && link?.codeSha256 != null && isSameSecret(sha256(code), link.codeSha256);
  if (!isGood || !check.sealed_answer)
    throw new ApiError('challenge_expired', {
      detail: 'The code does not belong to an answer to this request. Request again from the page.',
    });
  return context.vault.open(row, purposes.credentialAnswer(check.id), check.sealed_answer).toString();
}

/** The id of the request (`cred_…`), a dot, and the secret. */
const TOKEN = /^(\w+)\.([\w-]+)$/;

/**
 * Finds the open link of a token. Locks nothing, so that guessing tokens does not block a case.
 * @throws {ApiError} `resource_not_found` for a link that is unknown, used or expired, without telling these apart.
 */
export async function findLink(context: CredentialContext, db: Kysely<Database>, token: string) {
  const [, id = '', secret = ''] = TOKEN.exec(token) ?? [];
  const { relyingParty } = context.papers;
  const check = isId('cred', id) ? await credentialChecks.findAnyMode(db, id) : undefined;
  const row = check && (await cases.find(db, check.mode, check.case_id));
  const now = context.clock();
  const isOpen = check?.status === 'pending' && check.expires_at > now && !check.sealed_answer;
  const isOfInput = row?.status === 'requires_input' && row.expires_at > now;
  if (!isOpen || !isOfInput || !row.data_key || !check.sealed_session || !relyingParty) throw unknown();
  const session = openSession(context, row, check);
  const { link } = session;
  if (!link || !isSameSecret(sha256(secret), link.secretSha256)) throw unknown();
  return { row, check, session: { ...session, link }, relyingParty };
}

/** Finds the open link of a token and locks its case. Of two concurrent answers, the second finds the link used. */
async function lockLink(context: CredentialContext, tx: Kysely<Database>, token: string) {
  const { row } = await findLink(context, tx, token);
  await cases.lock(tx, row.mode, row.id);
  return await findLink(context, tx, token);
}

function unknown(): ApiError {
  return new ApiError('resource_not_found', {
    detail: 'The link is unknown, used or expired. Request again from the page.',
  });
}
