import { utf8Text } from './bytes/bytes.ts';
import { CredentialError, ensure } from './CredentialError.ts';
import { verifyMdoc } from './mdoc/verifyMdoc.ts';
import type { IssuedMdoc, IssuedSdJwt } from './proven.ts';
import type { Session } from './request/session.ts';
import { verifySdJwt } from './sdjwt/verifySdJwt.ts';
import { binaryOf } from './trust/readTrustList.ts';
import type { PathTrust } from './x509/path.ts';

/** The requirements for a credential of any format. */
export interface CredentialCheck extends PathTrust {
  session: Session | null;
}

/** Twice a megabyte: hexadecimal digits take two characters for each byte. */
const MAX_BYTES = 2 << 20;
const SD_JWT = /^[\w-]+\.|~/;

/** The format of a file, by its first characters. */
export function formatOf(bytes: Uint8Array): 'mso_mdoc' | 'dc+sd-jwt' {
  const text = utf8Text(bytes)?.trim();
  return text && SD_JWT.test(text) ? 'dc+sd-jwt' : 'mso_mdoc';
}

/**
 * Verifies a credential on its own: a DeviceResponse, an IssuerSigned or an SD-JWT VC, as bytes, hexadecimal digits,
 * base64url or text.
 * @throws {CredentialError}
 */
export function verifyCredential(
  bytes: Uint8Array,
  { session, ...trust }: CredentialCheck,
): [IssuedMdoc, ...IssuedMdoc[]] | [IssuedSdJwt] {
  ensure(bytes.length <= MAX_BYTES, 'input_too_large', `The credential exceeds ${MAX_BYTES} bytes.`);
  if (formatOf(bytes) === 'dc+sd-jwt') {
    const binding = session ? bindingOf(session) : null;
    return [verifySdJwt(utf8Text(bytes)!.trim(), { ...trust, binding })];
  }
  const transcript = session ? transcriptOf(session) : null;
  return verifyMdoc(readable(bytes), { ...trust, transcript });
}

function readable(bytes: Uint8Array): Uint8Array {
  ensure(bytes.length > 0, 'input_unreadable', 'The input is empty. Pass one mdoc or one SD-JWT VC.');
  const binary = textOrBinary(bytes);
  // Every CBOR map and tag starts with a byte from 0x80; other bytes are not an encoding, or empty.
  const isCbor = binary !== null && binary.length > 0 && binary[0]! >= 0x80;
  ensure(
    isCbor,
    'input_unreadable',
    'The input is neither an mdoc nor an SD-JWT. Pass it as bytes, base64url or hexadecimal digits.',
  );
  return binary;
}

/** @returns `null` for text in no encoding */
function textOrBinary(bytes: Uint8Array): Uint8Array | null {
  try {
    return binaryOf(bytes);
  } catch (error) {
    if (error instanceof CredentialError) return null;
    throw error;
  }
}

function bindingOf({ binding }: Session) {
  if (binding) return binding;
  throw new CredentialError(
    'session_malformed',
    'An SD-JWT needs nonce and audience in the session. Add nonce with origin, clientId or audience.',
  );
}

function transcriptOf({ transcript }: Session) {
  if (transcript) return transcript;
  throw new CredentialError(
    'session_malformed',
    'An mdoc needs a session transcript. Add the members of its protocol, or sessionTranscript.',
  );
}
