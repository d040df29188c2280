import { fromBase64url, toBase64url, utf8 } from '../credentials/bytes/bytes.ts';
import type { CborMap } from '../credentials/cbor/cborValue.ts';
import { decodeCbor } from '../credentials/cbor/decodeCbor.ts';
import { cborMap, encodeCbor } from '../credentials/cbor/encodeCbor.ts';
import { jwkThumbprint } from '../credentials/jose/jwk.ts';
import type { Json, JsonObject } from '../credentials/jose/strictJson.ts';
import type { PresentationAnswer } from '../credentials/request/presentation.ts';
import { annexCTranscript, dcApiTranscript, redirectTranscript } from '../credentials/request/transcripts.ts';
import { keyPair } from './authority.ts';
import { issueMdoc, type MdocRecipe } from './issueMdoc.ts';
import { issueSdJwt, type SdJwtRecipe } from './issueSdJwt.ts';
import { type SealChanges, sealHpke, sealJwe } from './seal.ts';

/** The content of a wallet: one credential per format. */
export interface WalletContent {
  mdoc: Omit<MdocRecipe, 'transcript' | 'device'>;
  sdJwt: Omit<SdJwtRecipe, 'binding' | 'holder'>;
}

/** Possible faults of an answer. */
export interface AnswerChanges extends SealChanges {
  mdoc?: Partial<MdocRecipe>;
  sdJwt?: Partial<SdJwtRecipe>;
  /** The format that the person chose, if the request allows several. */
  format?: 'mso_mdoc' | 'dc+sd-jwt';
  /** The id of the query that the person chose to answer. */
  query?: string;
  /** The origin for which the wallet creates the answer. */
  origin?: string;
  /** The bytes of a mobile document before they are sent. */
  editMdoc?: (bytes: Uint8Array) => Uint8Array;
  editToken?: (token: JsonObject) => void;
  /** The key to encrypt to, instead of the key in the request. */
  recipient?: JsonObject;
  editAnnexC?: (parts: CborMap) => void;
}

/** A request as a wallet receives it: from the Digital Credentials API, or the request object of a redirect. */
export interface WalletRequest {
  protocol: string;
  data: JsonObject;
}

/** The protocol of answers by redirect. Its request is `{request}` with the request object. */
export const REDIRECT = 'direct_post.jwt';

/** The members of an OpenID4VP request, signed or not. */
export function openIdRequestOf({ data }: WalletRequest): JsonObject {
  const { request } = data;
  return typeof request === 'string' ? payloadOf(request) : data;
}

/** Answers a request like a wallet, with the first requested credential, or that of the chosen format. */
export function answerRequest(
  { protocol, data }: WalletRequest,
  origin: string,
  { mdoc, sdJwt }: WalletContent,
  changes: AnswerChanges = {},
): PresentationAnswer {
  const device = { privateKey: keyPair('P-256'), curve: 'P-256' as const };
  const site = changes.origin ?? origin;
  const editMdoc = changes.editMdoc ?? ((bytes) => bytes);
  if (protocol === 'org-iso-mdoc') {
    const info = fromBase64url(data['encryptionInfo'] as string);
    const transcript = annexCTranscript(info, site);
    const content = editMdoc(issueMdoc({ ...mdoc, device, transcript, ...changes.mdoc }));
    const { enc, cipherText } = sealHpke(content, changes.recipient ?? recipientOf(info), transcript);
    const parts = cborMap({ enc, cipherText });
    changes.editAnnexC?.(parts);
    return { protocol, data: { response: toBase64url(encodeCbor(['dcapi', parts])) } };
  }
  const request = openIdRequestOf({ protocol, data });
  const { credentials } = request['dcql_query'] as { credentials: JsonObject[] };
  const query =
    credentials.find((one) => one['id'] === changes.query) ??
    credentials.find((one) => one['format'] === changes.format) ??
    credentials[0]!;
  const { id, format } = query;
  const metadata = request['client_metadata'] as { jwks: { keys: JsonObject[] } };
  const key = changes.recipient ?? metadata.jwks.keys[0]!;
  const { transcript, binding } = bindingTo(request, protocol === REDIRECT ? null : site, key);
  const presentation =
    format === 'mso_mdoc'
      ? toBase64url(editMdoc(issueMdoc({ ...mdoc, device, transcript, ...changes.mdoc })))
      : issueSdJwt({ ...sdJwt, holder: device, binding, ...changes.sdJwt });
  const token: JsonObject = { vp_token: { [id as string]: [presentation] as Json } };
  changes.editToken?.(token);
  return { protocol, data: { response: sealJwe(utf8(JSON.stringify(token)), key, changes) } };
}

/** @param site the requesting origin of the Digital Credentials API; `null` for a redirect */
function bindingTo(request: JsonObject, site: string | null, key: JsonObject) {
  const nonce = request['nonce'] as string;
  const thumbprint = jwkThumbprint(key);
  if (site !== null)
    return {
      transcript: dcApiTranscript({ origin: site, nonce, jwkThumbprint: thumbprint }),
      binding: { nonce, audience: `origin:${site}` },
    };
  const [clientId, responseUri] = [request['client_id'] as string, request['response_uri'] as string];
  return {
    transcript: redirectTranscript({ clientId, nonce, responseUri, jwkThumbprint: thumbprint }),
    binding: { nonce, audience: clientId },
  };
}

/** The payload of a request object. The signature is not checked here. */
export function payloadOf(request: string): JsonObject {
  return JSON.parse(Buffer.from(request.split('.')[1]!, 'base64url').toString()) as JsonObject;
}

function recipientOf(info: Uint8Array): JsonObject {
  const [, map] = decodeCbor(info) as [string, CborMap];
  const key = map.get('recipientPublicKey') as Map<number, Uint8Array>;
  return { kty: 'EC', crv: 'P-256', x: toBase64url(key.get(-2)!), y: toBase64url(key.get(-3)!) };
}
