import { type CredentialCode, CredentialError } from '../CredentialError.ts';
import { type CborMap, type CborValue, Tagged } from './cborValue.ts';
import { type CborLimits, CREDENTIAL_LIMITS, decodeCbor } from './decodeCbor.ts';

/** Reads typed members of decoded CBOR. A member of another type is refused with the given code. */
export class Fields {
  readonly #code: CredentialCode;

  constructor(code: CredentialCode) {
    this.#code = code;
  }

  map(value: CborValue, name: string): CborMap {
    if (value instanceof Map) return value;
    throw this.wrong(name, 'a map');
  }

  array(value: CborValue, name: string): CborValue[] {
    if (Array.isArray(value)) return value;
    throw this.wrong(name, 'an array');
  }

  text(value: CborValue, name: string): string {
    if (typeof value === 'string') return value;
    throw this.wrong(name, 'text');
  }

  bytes(value: CborValue, name: string): Uint8Array {
    if (value instanceof Uint8Array) return value;
    throw this.wrong(name, 'bytes');
  }

  /** A whole number from 0 to 2^53. */
  count(value: CborValue, name: string): number {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    throw this.wrong(name, 'a whole number');
  }

  /** Embedded CBOR: tag 24 around bytes. */
  embedded(value: CborValue, name: string): { raw: Uint8Array; bytes: Uint8Array } {
    if (value instanceof Tagged && value.tag === 24 && value.value instanceof Uint8Array)
      return { raw: value.raw, bytes: value.value };
    throw this.wrong(name, 'embedded CBOR (tag 24)');
  }

  /** Decodes embedded CBOR within the limits of the enclosing item. */
  decoded(value: CborValue, name: string, limits: CborLimits = CREDENTIAL_LIMITS): CborValue {
    return decodeCbor(this.embedded(value, name).bytes, limits);
  }

  /** A date and time: RFC 3339 text with tag 0, or the text alone. @returns milliseconds since 1970 */
  time(value: CborValue, name: string): number {
    const text = value instanceof Tagged && value.tag === 0 ? value.value : value;
    const at = typeof text === 'string' ? timeOf(text) : Number.NaN;
    if (Number.isNaN(at)) throw this.wrong(name, 'a date and time');
    return at;
  }

  wrong(name: string, kind: string): CredentialError {
    return new CredentialError(this.#code, `${name} is not ${kind}.`);
  }
}

const TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/;

/** RFC 3339 in milliseconds since 1970; NaN for an invalid text, a 30th of February included. */
export function timeOf(text: string): number {
  if (!TIME.test(text)) return Number.NaN;
  const at = Date.parse(text.toUpperCase());
  const day = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  const exists = !Number.isNaN(day) && new Date(day).toISOString().slice(0, 10) === text.slice(0, 10);
  return exists ? at : Number.NaN;
}
