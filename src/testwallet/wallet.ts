import { fromBase64url, toBase64url, utf8 } from '../credentials/bytes/bytes.ts';
import type { CborMap } from '../credentials/cbor/cborValue.ts';
import { decodeCbor } from '../credentials/cbor/decodeCbor.ts';
import { cborMap, encodeCbor } from '../credentials/cbor/encodeCbor.ts';
import { jwkThumbprint } from '../credentials/jose/jwk.ts';
import type { Json, JsonObject } from '../credentials/jose/strictJson.ts';
import type { DigitalRequest } from '../credentials/request/createRequest.ts';
import type { PresentationAnswer } from '../credentials/request/presentation.ts';
import { annexCTranscript, dcApiTranscript } from '../credentials/request/transcripts.ts';
import { keyPair } from './authority.ts';
import { issueMdoc, type MdocRecipe } from './issueMdoc.ts';
import { issueSdJwt, type SdJwtRecipe } from './issueSdJwt.ts';
import { type SealChanges, sealHpke, sealJwe } from './seal.ts';

/** The content of a wallet: the credential of each format that it answers with. */
export interface WalletContent {
  mdoc: Omit<MdocRecipe, 'transcript' | 'device'>;
  sdJwt: Omit<SdJwtRecipe, 'binding' | 'holder'>;
}

/** Possible faults of an answer. */
export interface AnswerChanges extends SealChanges {
  mdoc?: Partial<MdocRecipe>;
  sdJwt?: Partial<SdJwtRecipe>;
  /** The format that the person chose, where the request asks for several. */
  format?: 'mso_mdoc' | 'dc+sd-jwt';
  /** The origin that the wallet believes to answer. */
  origin?: string;
  editToken?: (token: JsonObject) => void;
  /** The key to encrypt to, in place of the one that was sent. */
  recipient?: JsonObject;
  editAnnexC?: (parts: CborMap) => void;
}

/** Answers one request as a wallet does over the Digital Credentials API, with the first credential that it asks for. */
export function answerRequest(
  { protocol, data }: DigitalRequest,
  origin: string,
  { mdoc, sdJwt }: WalletContent,
  changes: AnswerChanges = {},
): PresentationAnswer {
  const device = { privateKey: keyPair('P-256'), curve: 'P-256' as const };
  const site = changes.origin ?? origin;
  if (protocol === 'org-iso-mdoc') {
    const info = fromBase64url(data['encryptionInfo'] as string);
    const transcript = annexCTranscript(info, site);
    const content = issueMdoc({ ...mdoc, device, transcript, ...changes.mdoc });
    const { enc, cipherText } = sealHpke(content, changes.recipient ?? recipientOf(info), transcript);
    const parts = cborMap({ enc, cipherText });
    changes.editAnnexC?.(parts);
    return { protocol, data: { response: toBase64url(encodeCbor(['dcapi', parts])) } };
  }
  const request = protocol === 'openid4vp-v1-signed' ? payloadOf(data['request'] as string) : data;
  const { credentials } = request['dcql_query'] as { credentials: JsonObject[] };
  const query = credentials.find(({ format }) => format === changes.format) ?? credentials[0];
  const metadata = request['client_metadata'] as { jwks: { keys: JsonObject[] } };
  const key = changes.recipient ?? metadata.jwks.keys[0]!;
  const nonce = request['nonce'] as string;
  const presentation =
    query!['format'] === 'mso_mdoc'
      ? toBase64url(
          issueMdoc({
            ...mdoc,
            device,
            transcript: dcApiTranscript({ origin: site, nonce, jwkThumbprint: jwkThumbprint(key) }),
            ...changes.mdoc,
          }),
        )
      : issueSdJwt({
          ...sdJwt,
          holder: device,
          binding: { nonce, audience: `origin:${site}` },
          ...changes.sdJwt,
        });
  const token: JsonObject = { vp_token: { [query!['id'] as string]: [presentation] as Json } };
  changes.editToken?.(token);
  return { protocol, data: { response: sealJwe(utf8(JSON.stringify(token)), key, changes) } };
}

/** The payload of a request object. The test wallet believes every signer. */
export function payloadOf(request: string): JsonObject {
  return JSON.parse(Buffer.from(request.split('.')[1]!, 'base64url').toString()) as JsonObject;
}

function recipientOf(info: Uint8Array): JsonObject {
  const [, map] = decodeCbor(info) as [string, CborMap];
  const key = map.get('recipientPublicKey') as Map<number, Uint8Array>;
  return { kty: 'EC', crv: 'P-256', x: toBase64url(key.get(-2)!), y: toBase64url(key.get(-3)!) };
}
