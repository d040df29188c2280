import { fromBase64url } from '../bytes/bytes.ts';
import { CredentialError, ensure } from '../CredentialError.ts';
import { openJwe, type PrivateJwk } from '../jose/jwe.ts';
import { jwkThumbprint } from '../jose/jwk.ts';
import { isObject, type Json, type JsonObject, parseStrictObject } from '../jose/strictJson.ts';
import { verifyMdoc } from '../mdoc/verifyMdoc.ts';
import type { IssuedMdoc, IssuedSdJwt } from '../proven.ts';
import { verifySdJwt } from '../sdjwt/verifySdJwt.ts';
import type { PathTrust } from '../x509/path.ts';
import { openAnnexC } from './annexC.ts';
import { type CredentialQuery, checkAnswer } from './dcql.ts';
import { annexCTranscript, dcApiTranscript, redirectTranscript } from './transcripts.ts';

/** A request and its key: everything that an answer is bound to. For one use. */
export interface PresentationSession {
  nonce: string;
  privateJwk: PrivateJwk;
  /** Origin of the requesting page. */
  origin: string;
  /** For signed requests and redirects. */
  clientId: string | null;
  /** For redirects. */
  responseUri: string | null;
  /** EncryptionInfo of annex C as it was sent. */
  encryptionInfo: Uint8Array | null;
  queries: readonly CredentialQuery[];
}

/** The answer received: `data` of a DigitalCredential, or `{response}` of a form. */
export interface PresentationAnswer {
  protocol: string;
  data: unknown;
}

/**
 * Verifies a wallet's answer completely: decrypts it, verifies its one credential, and checks that against the query.
 * Refuses an answer that is not encrypted, does not prove a holder, or has more than one presentation.
 * @throws {CredentialError}
 */
export async function verifyPresentation(
  { protocol, data }: PresentationAnswer,
  session: PresentationSession,
  trust: PathTrust,
): Promise<IssuedMdoc | IssuedSdJwt> {
  const content = isObject(data) ? data : {};
  if ('error' in content) throw new CredentialError('response_wallet_error', 'The wallet returned an error.');
  const response = content['response'];
  if (typeof response !== 'string')
    throw new CredentialError('response_malformed', 'The answer of the wallet has no member response.');
  const { credential, query } =
    protocol === 'org-iso-mdoc'
      ? await annexCAnswer(response, session, trust)
      : await openIdAnswer(response, protocol, session, trust);
  if (credential.unbound) throw credential.unbound;
  checkAnswer(query, credential);
  return credential;
}

interface Answered {
  credential: IssuedMdoc | IssuedSdJwt;
  query: CredentialQuery;
}

async function annexCAnswer(
  response: string,
  session: PresentationSession,
  trust: PathTrust,
): Promise<Answered> {
  const { encryptionInfo, origin, privateJwk, queries } = session;
  if (!encryptionInfo)
    throw new CredentialError('response_protocol', 'The request does not use ISO 18013-7 annex C.');
  const opened = await openAnnexC(response, encryptionInfo, origin, privateJwk);
  const credential = onlyMdoc(opened, annexCTranscript(encryptionInfo, origin), trust);
  const query = queries.find(({ format, types }) => format === 'mso_mdoc' && types.includes(credential.type));
  if (!query)
    throw new CredentialError('type_mismatch', 'The type of the credential is not the requested one.');
  return { credential, query };
}

async function openIdAnswer(
  response: string,
  protocol: string,
  session: PresentationSession,
  trust: PathTrust,
): Promise<Answered> {
  const token = parseStrictObject(await openJwe(response, session.privateJwk));
  if ('error' in token) throw new CredentialError('response_wallet_error', 'The wallet returned an error.');
  const { id, presentation } = onlyPresentation(token);
  const query = session.queries.find((candidate) => candidate.id === id);
  if (!query)
    throw new CredentialError('query_unknown', 'The response answers a query that is not in the request.');
  const { transcript, audience } = bindingOf(protocol, session);
  const credential =
    query.format === 'mso_mdoc'
      ? onlyMdoc(fromBase64url(presentation), transcript, trust)
      : verifySdJwt(presentation, { ...trust, binding: { nonce: session.nonce, audience } });
  return { credential, query };
}

/** The only presentation in `vp_token`: a request has one query. */
function onlyPresentation(token: JsonObject): { id: string; presentation: string } {
  const vpToken: Json | undefined = token['vp_token'];
  if (!isObject(vpToken)) throw new CredentialError('response_malformed', 'The response has no vp_token.');
  const [first, ...others] = Object.entries(vpToken);
  if (!first) throw new CredentialError('query_unanswered', 'The response answers no query of the request.');
  const [id, presentations] = first;
  const isOne = others.length === 0 && Array.isArray(presentations) && presentations.length === 1;
  ensure(isOne, 'response_malformed', 'The response must have exactly one presentation.');
  const [presentation] = presentations as Json[];
  if (typeof presentation !== 'string')
    throw new CredentialError('response_malformed', 'A presentation is not a string.');
  return { id, presentation };
}

function onlyMdoc(bytes: Uint8Array, transcript: Uint8Array, trust: PathTrust): IssuedMdoc {
  const [first, ...others] = verifyMdoc(bytes, { ...trust, transcript });
  ensure(others.length === 0, 'document_conflict', 'The response has more documents than the one requested.');
  return first;
}

/**
 * The audience: the origin over the Digital Credentials API, also for a signed request; the client identifier for
 * redirects.
 */
function bindingOf(
  protocol: string,
  session: PresentationSession,
): { transcript: Uint8Array; audience: string } {
  const { nonce, origin, clientId, responseUri, privateJwk } = session;
  const thumbprint = jwkThumbprint({ kty: 'EC', crv: 'P-256', x: privateJwk.x, y: privateJwk.y });
  if (protocol === 'openid4vp-v1-unsigned' || protocol === 'openid4vp-v1-signed')
    return {
      transcript: dcApiTranscript({ origin, nonce, jwkThumbprint: thumbprint }),
      audience: `origin:${origin}`,
    };
  if (protocol !== 'direct_post.jwt' || clientId === null || responseUri === null)
    throw new CredentialError('response_protocol', 'The request does not use the protocol of this response.');
  const transcript = redirectTranscript({ clientId, nonce, responseUri, jwkThumbprint: thumbprint });
  return { transcript, audience: clientId };
}
