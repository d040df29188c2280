import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { toBase64url, utf8 } from '../bytes/bytes.ts';
import type { PrivateJwk } from '../jose/jwe.ts';
import type { JsonObject } from '../jose/strictJson.ts';
import { deviceRequest, encryptionInfo } from './annexC.ts';
import { type CredentialQuery, dcqlQuery } from './dcql.ts';
import type { PresentationSession } from './presentation.ts';

/** The relying party's certificates and key. */
export interface RelyingParty {
  /** The access certificate and those above it, DER, without the root (HAIP). */
  certificates: readonly Uint8Array[];
  /** PKCS #8 or SEC 1 in PEM, on P-256. */
  privateKeyPem: string;
  /** Registration certificates (`verifier_info`); may be empty. */
  registrations: readonly JsonObject[];
}

/** One request for `navigator.credentials.get`. */
export interface DigitalRequest {
  protocol: 'openid4vp-v1-unsigned' | 'openid4vp-v1-signed' | 'org-iso-mdoc';
  data: JsonObject;
}

const NONCE_BYTES = 32;

/**
 * Creates the requests for one presentation, with a common nonce and an ephemeral key: an OpenID4VP request, which is
 * signed if the relying party has certificates; and an ISO 18013-7 annex C request for the first mobile document of
 * `queries`, if there is one.
 * @param responseUri the address to which a wallet that was opened by a link posts its answer (`redirectRequest`);
 * `null`: no link
 */
export function createRequest(
  origin: string,
  queries: readonly CredentialQuery[],
  relyingParty: RelyingParty | null,
  responseUri: string | null = null,
): { session: PresentationSession; requests: DigitalRequest[] } {
  const nonceBytes = randomBytes(NONCE_BYTES);
  const nonce = toBase64url(nonceBytes);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const privateJwk = privateKey.export({ format: 'jwk' }) as unknown as PrivateJwk;
  const mdoc = queries.find(({ format }) => format === 'mso_mdoc');
  const info = mdoc ? encryptionInfo(nonceBytes, privateJwk) : null;
  const clientId = relyingParty && clientIdOf(relyingParty);
  const openId = openIdRequest(nonce, queries, privateJwk);
  const requests: DigitalRequest[] = relyingParty
    ? [{ protocol: 'openid4vp-v1-signed', data: { request: signedRequest(openId, [origin], relyingParty) } }]
    : [{ protocol: 'openid4vp-v1-unsigned', data: openId }];
  if (mdoc && info) {
    const request = toBase64url(deviceRequest(mdoc.types[0]!, elementsOf(mdoc)));
    requests.push({
      protocol: 'org-iso-mdoc',
      data: { deviceRequest: request, encryptionInfo: toBase64url(info) },
    });
  }
  const session = { nonce, privateJwk, origin, clientId, responseUri, encryptionInfo: info, queries };
  return { session, requests };
}

/**
 * The request object of a session for a wallet that is opened by a link (HAIP 1.0): signed, answered by
 * `direct_post.jwt`.
 * @param walletNonce the nonce that the wallet sent when it fetched the request object by POST; `null`: none
 */
export function redirectRequest(
  { nonce, queries, privateJwk, responseUri }: PresentationSession,
  relyingParty: RelyingParty,
  walletNonce: string | null,
): string {
  const request: JsonObject = {
    ...openIdRequest(nonce, queries, privateJwk),
    response_mode: 'direct_post.jwt',
    response_uri: responseUri,
    ...(walletNonce !== null && { wallet_nonce: walletNonce }),
  };
  return signedRequest(request, null, relyingParty);
}

/** `x509_hash:` and the SHA-256 of the relying party's certificate, as HAIP asks. */
export function clientIdOf({ certificates }: RelyingParty): string {
  return `x509_hash:${createHash('sha256').update(certificates[0]!).digest('base64url')}`;
}

function openIdRequest(nonce: string, queries: readonly CredentialQuery[], { x, y }: PrivateJwk): JsonObject {
  return {
    response_type: 'vp_token',
    response_mode: 'dc_api.jwt',
    nonce,
    dcql_query: dcqlQuery(queries),
    client_metadata: {
      jwks: { keys: [{ kty: 'EC', crv: 'P-256', x, y, use: 'enc', alg: 'ECDH-ES', kid: '1' }] },
      encrypted_response_enc_values_supported: ['A128GCM', 'A256GCM'],
      vp_formats_supported: {
        'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256', 'ES384', 'ES512'], 'kb-jwt_alg_values': ['ES256'] },
        mso_mdoc: { issuerauth_alg_values: [-7, -9, -35, -51, -36, -52], deviceauth_alg_values: [-7, -9] },
      },
    },
  };
}

/** A request object (RFC 9101), signed by ES256. */
function signedRequest(request: JsonObject, origins: string[] | null, relyingParty: RelyingParty): string {
  const { certificates, privateKeyPem, registrations } = relyingParty;
  const x5c = certificates.map((certificate) => Buffer.from(certificate).toString('base64'));
  const header = { alg: 'ES256', typ: 'oauth-authz-req+jwt', x5c };
  const payload = {
    ...request,
    client_id: clientIdOf(relyingParty),
    aud: 'https://self-issued.me/v2',
    ...(origins && { expected_origins: origins }),
    ...(registrations.length > 0 ? { verifier_info: [...registrations] } : {}),
  };
  const signed = [header, payload].map((part) => toBase64url(utf8(JSON.stringify(part)))).join('.');
  const key = { key: createPrivateKey(privateKeyPem), dsaEncoding: 'ieee-p1363' } as const;
  return `${signed}.${sign('sha256', utf8(signed), key).toString('base64url')}`;
}

function elementsOf({ claims }: CredentialQuery): Map<string, string[]> {
  const elements = new Map<string, string[]>();
  for (const { path } of claims) {
    const [namespace, name] = path as [string, string];
    elements.set(namespace, [...(elements.get(namespace) ?? []), name]);
  }
  return elements;
}
