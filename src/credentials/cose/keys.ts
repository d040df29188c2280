import { createPublicKey, type KeyObject } from 'node:crypto';
import { CredentialError } from '../CredentialError.ts';
import type { CborValue } from '../cbor/cborValue.ts';
import { Fields } from '../cbor/Fields.ts';

/** The supported curves of ISO 18013-5, table 22. X25519 and X448 are excluded: they are for key agreement only. */
export type Curve =
  | 'P-256'
  | 'P-384'
  | 'P-521'
  | 'brainpoolP256r1'
  | 'brainpoolP320r1'
  | 'brainpoolP384r1'
  | 'brainpoolP512r1'
  | 'Ed25519';

/** A public key whose curve is known. */
export interface PublicKey {
  curve: Curve;
  key: KeyObject;
  /** SubjectPublicKeyInfo in DER. */
  spki: Uint8Array;
}

interface CurveFacts {
  /**
   * The object identifier of the curve in DER, including tag and length. For Ed25519: the identifier of the algorithm.
   */
  oid: string;
  /** Bytes of one coordinate. */
  size: number;
  /** The curve identifier in a COSE_Key (RFC 9053, RFC 9864). */
  cose: number;
}

export const CURVES: Record<Curve, CurveFacts> = {
  'P-256': { oid: '06082a8648ce3d030107', size: 32, cose: 1 },
  'P-384': { oid: '06052b81040022', size: 48, cose: 2 },
  'P-521': { oid: '06052b81040023', size: 66, cose: 3 },
  brainpoolP256r1: { oid: '06092b2403030208010107', size: 32, cose: 256 },
  brainpoolP320r1: { oid: '06092b2403030208010109', size: 40, cose: 257 },
  brainpoolP384r1: { oid: '06092b240303020801010b', size: 48, cose: 258 },
  brainpoolP512r1: { oid: '06092b240303020801010d', size: 64, cose: 259 },
  Ed25519: { oid: '06032b6570', size: 32, cose: 6 },
};

const EC_PUBLIC_KEY = '06072a8648ce3d0201';

/**
 * Creates a key from the coordinates of its point, which must lie on the curve. @throws {CredentialError}
 * `key_malformed`
 */
export function publicKeyOf(curve: Curve, x: Uint8Array, y: Uint8Array | null): PublicKey {
  const { oid, size } = CURVES[curve];
  const isEdwards = curve === 'Ed25519';
  if (x.length !== size || isEdwards === (y !== null) || (y && y.length !== size))
    throw new CredentialError('key_malformed', `Coordinates of a key on ${curve} must have ${size} bytes.`);
  const algorithm = sequence(Buffer.from(isEdwards ? oid : EC_PUBLIC_KEY + oid, 'hex'));
  const point = isEdwards ? x : Buffer.concat([Uint8Array.of(4), x, y!]);
  const bits = element(0x03, Buffer.concat([Uint8Array.of(0), point]));
  return importSpki(curve, sequence(Buffer.concat([algorithm, bits])));
}

/** @throws {CredentialError} `key_malformed`, also if the point is not on the curve */
export function importSpki(curve: Curve, spki: Uint8Array): PublicKey {
  try {
    return { curve, spki, key: createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' }) };
  } catch (cause) {
    throw new CredentialError('key_malformed', 'A public key is not valid.', { cause });
  }
}

/** Reads a COSE_Key of a signing key (RFC 9052, section 7). @throws {CredentialError} `key_malformed`, `algorithm_unsupported` */
export function readCoseKey(value: CborValue): PublicKey {
  const fields = new Fields('key_malformed');
  const map = fields.map(value, 'The COSE key');
  const [type, number] = [map.get(1), map.get(-1)];
  const curve = (Object.keys(CURVES) as Curve[]).find((name) => CURVES[name].cose === number);
  if (!curve)
    throw new CredentialError('algorithm_unsupported', 'The curve of the COSE key is not supported.');
  if (type !== (curve === 'Ed25519' ? 1 : 2) || map.has(-4))
    throw new CredentialError(
      'key_malformed',
      'The COSE key has the wrong type for its curve, or is a private key.',
    );
  const x = fields.bytes(map.get(-2), 'x of the COSE key');
  const y = curve === 'Ed25519' ? null : fields.bytes(map.get(-3), 'y of the COSE key');
  return publicKeyOf(curve, x, y);
}

function sequence(content: Uint8Array): Uint8Array {
  return element(0x30, content);
}

/** One element of DER, shorter than 256 bytes. */
function element(tag: number, content: Uint8Array): Uint8Array {
  const head = content.length < 128 ? [tag, content.length] : [tag, 0x81, content.length];
  return Buffer.concat([Uint8Array.from(head), content]);
}
