import { createHash } from 'node:crypto';
import { toBase64url } from '../bytes/bytes.ts';
import type { CborValue } from '../cbor/cborValue.ts';
import { encodeCbor } from '../cbor/encodeCbor.ts';

/** An answer by redirect, OpenID4VP 1.0, appendix B.2.6.1. The thumbprint is null if the answer is not encrypted. */
export interface RedirectSession {
  clientId: string;
  nonce: string;
  jwkThumbprint: Uint8Array | null;
  responseUri: string;
}

/** An answer over the Digital Credentials API, appendix B.2.6.2; the origin without `origin:`. */
export interface DcApiSession {
  origin: string;
  nonce: string;
  jwkThumbprint: Uint8Array | null;
}

/** The SessionTranscript of an answer by redirect, encoded. */
export function redirectTranscript({
  clientId,
  nonce,
  jwkThumbprint,
  responseUri,
}: RedirectSession): Uint8Array {
  return transcript('OpenID4VPHandover', [clientId, nonce, jwkThumbprint, responseUri]);
}

/** The SessionTranscript of an answer over the Digital Credentials API, encoded. */
export function dcApiTranscript({ origin, nonce, jwkThumbprint }: DcApiSession): Uint8Array {
  return transcript('OpenID4VPDCAPIHandover', [origin, nonce, jwkThumbprint]);
}

/** The SessionTranscript of ISO 18013-7, annex C: the encryption info as sent, in base64url, and the origin. */
export function annexCTranscript(encryptionInfo: Uint8Array, origin: string): Uint8Array {
  return transcript('dcapi', [toBase64url(encryptionInfo), origin]);
}

/** The SessionTranscript of ISO 18013-7, annex B, which wallets before OpenID4VP 1.0 sign. */
export function annexBTranscript(
  { clientId, responseUri, nonce }: Omit<RedirectSession, 'jwkThumbprint'>,
  mdocNonce: string,
): Uint8Array {
  const hash = (text: string) => sha256(encodeCbor([text, mdocNonce]));
  return encodeCbor([null, null, [hash(clientId), hash(responseUri), nonce]]);
}

function transcript(kind: string, info: CborValue[]): Uint8Array {
  return encodeCbor([null, null, [kind, sha256(encodeCbor(info))]]);
}

function sha256(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(bytes).digest());
}
