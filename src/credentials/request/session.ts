import { fromBase64url } from '../bytes/bytes.ts';
import { CredentialError } from '../CredentialError.ts';
import { decodeCbor } from '../cbor/decodeCbor.ts';
import { jwkThumbprint } from '../jose/jwk.ts';
import { isObject, type JsonObject, parseStrictObject } from '../jose/strictJson.ts';
import type { KeyBinding } from '../sdjwt/verifySdJwt.ts';
import { annexBTranscript, annexCTranscript, dcApiTranscript, redirectTranscript } from './transcripts.ts';

/**
 * The session data that a wallet's answer is bound to: a transcript for mobile documents, nonce and audience for
 * SD-JWTs.
 */
export interface Session {
  transcript: Uint8Array | null;
  binding: KeyBinding | null;
}

/**
 * Reads a session from a file, as passed to `npm run -s credentials -- verify --session FILE`: one JSON object. Its
 * members are spelt in camel case or, as in OpenID4VP, with underscores:
 * - `origin`, `nonce`: for an answer over the Digital Credentials API
 * - `clientId`, `responseUri`, `nonce`: for an answer by redirect; with `mdocGeneratedNonce`, by ISO 18013-7 annex B
 * - `encryptionInfo` (base64url), `origin`: for an answer by ISO 18013-7 annex C
 * - `sessionTranscript` (base64url or hexadecimal): for any other answer, the transcript that the wallet signed
 * - `jwk` or `jwkThumbprint` (base64url or hexadecimal): the key to which the answer was encrypted, if it was encrypted
 * - `audience`: the audience of an SD-JWT, if it is neither the client identifier nor derived from the origin
 * @throws {CredentialError} `session_malformed`
 */
export function readSession(bytes: Uint8Array): Session {
  const reader = new SessionReader(objectOf(bytes));
  const session = { transcript: reader.transcript(), binding: reader.binding() };
  if (session.transcript || session.binding) return session;
  throw malformed('Set nonce and origin; or nonce, clientId and responseUri; or sessionTranscript.');
}

function objectOf(bytes: Uint8Array): JsonObject {
  try {
    return parseStrictObject(bytes);
  } catch (cause) {
    if (!(cause instanceof CredentialError)) throw cause;
    throw new CredentialError('session_malformed', `The session is not one JSON object. ${cause.message}`, {
      cause,
    });
  }
}

class SessionReader {
  readonly #given: JsonObject;

  constructor(members: JsonObject) {
    this.#given = members;
  }

  transcript(): Uint8Array | null {
    const whole = this.#text('sessionTranscript');
    if (whole !== null) return encodedTranscript(bytesOf(whole, 'sessionTranscript'));
    const [origin, nonce, info] = [this.#text('origin'), this.#text('nonce'), this.#text('encryptionInfo')];
    if (info !== null && origin !== null) return annexCTranscript(bytesOf(info, 'encryptionInfo'), origin);
    const responseUri = this.#text('responseUri') ?? this.#text('redirectUri');
    if (nonce === null) return null;
    if (responseUri !== null) return this.#redirect(nonce, responseUri);
    return origin === null ? null : dcApiTranscript({ origin, nonce, jwkThumbprint: this.#thumbprint() });
  }

  binding(): KeyBinding | null {
    const [origin, nonce] = [this.#text('origin'), this.#text('nonce')];
    const isRedirect =
      this.#text('responseUri') !== null || this.#text('redirectUri') !== null || origin === null;
    const stated = this.#text('audience') ?? this.#text('aud');
    const audience = stated ?? (isRedirect ? this.#text('clientId') : `origin:${origin}`);
    return nonce === null || audience === null ? null : { nonce, audience };
  }

  #redirect(nonce: string, responseUri: string): Uint8Array | null {
    const clientId = this.#text('clientId');
    if (clientId === null) return null;
    const mdocNonce = this.#text('mdocGeneratedNonce');
    if (mdocNonce !== null) return annexBTranscript({ clientId, responseUri, nonce }, mdocNonce);
    return redirectTranscript({ clientId, responseUri, nonce, jwkThumbprint: this.#thumbprint() });
  }

  #thumbprint(): Uint8Array | null {
    const { jwk } = this.#given;
    if (isObject(jwk)) return jwkThumbprint(jwk);
    const text = this.#text('jwkThumbprint');
    return text === null ? null : bytesOf(text, 'jwkThumbprint');
  }

  #text(name: string): string | null {
    const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const value = this.#given[name] ?? this.#given[snake] ?? null;
    if (value === null || typeof value === 'string') return value;
    throw malformed(`${name} is not text.`);
  }
}

/** A transcript, plain or in the tag of embedded CBOR (SessionTranscriptBytes). */
function encodedTranscript(bytes: Uint8Array): Uint8Array {
  const value = decodeCbor(bytes);
  if (Array.isArray(value)) return bytes;
  const inner = value instanceof Object && 'value' in value ? value.value : null;
  if (inner instanceof Uint8Array && Array.isArray(decodeCbor(inner))) return inner;
  throw malformed('sessionTranscript is not a SessionTranscript.');
}

function bytesOf(text: string, name: string): Uint8Array {
  if (text.length % 2 === 0 && /^[0-9a-f]+$/i.test(text)) return new Uint8Array(Buffer.from(text, 'hex'));
  try {
    return fromBase64url(text);
  } catch (cause) {
    throw new CredentialError('session_malformed', `${name} is neither base64url nor hexadecimal.`, {
      cause,
    });
  }
}

function malformed(problem: string): CredentialError {
  return new CredentialError('session_malformed', `The session cannot be read. ${problem}`);
}
