import { toBase64url } from './bytes/bytes.ts';
import { type CborValue, SimpleValue, Tagged } from './cbor/cborValue.ts';
import type { Json, JsonObject } from './jose/strictJson.ts';
import type { IssuedMdoc, IssuedSdJwt, Validity } from './proven.ts';
import type { TrustList } from './trust/anchor.ts';
import { type Certificate, keyOf } from './x509/certificate.ts';
import { nameText } from './x509/names.ts';

/** A credential in JSON: bytes are base64url, dates are text. */
export function describeCredential(credential: IssuedMdoc | IssuedSdJwt): JsonObject {
  const { format, type, issuer, anchor, isRevocationChecked, validity, status, unbound } = credential;
  return {
    format,
    type,
    verified: unbound === null,
    code: unbound?.code ?? null,
    issuer: {
      name: nameText(issuer.subject),
      country: issuer.subject.country,
      sha256: issuer.sha256,
      anchor: { name: nameText(anchor.certificate.subject), sha256: anchor.certificate.sha256 },
      revocationList: isRevocationChecked ? 'checked' : 'not_given',
    },
    validity: describeValidity(validity),
    device: { bound: unbound === null },
    status: status ? { kind: status.kind, uri: status.uri, checked: false } : null,
    claims:
      format === 'mso_mdoc' ? describeCbor(credential.claims as Map<string, CborValue>) : credential.claims,
  };
}

/** A trust list in JSON: each usable root, and each rejected one. */
export function describeTrustList(list: TrustList): JsonObject {
  return {
    format: list.format,
    provider: list.provider,
    issuedAt: time(list.issuedAt),
    nextUpdate: time(list.nextUpdate),
    sequence: list.sequence,
    signature:
      list.signer === null ? { status: 'none', signer: null } : { status: 'valid', signer: list.signer },
    anchors: list.anchors.map(({ certificate, types, countries }) => ({
      ...describeCertificate(certificate),
      types: types && [...types],
      countries: countries && [...countries],
    })),
    unreadable: list.rejected.map(({ row, name, code }) => ({ row, name, code })),
  };
}

/** CBOR as JSON: integers beyond 2^53 become text, a tag becomes its content. */
function describeCbor(value: CborValue): Json {
  if (value instanceof Uint8Array) return toBase64url(value);
  if (value instanceof Tagged) return describeCbor(value.value);
  if (value instanceof SimpleValue) return value.number;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map(describeCbor);
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, member]) => [String(key), describeCbor(member)]));
  return value ?? null;
}

function describeCertificate(certificate: Certificate): JsonObject {
  const { subject, sha256, notBefore, notAfter } = certificate;
  return {
    name: nameText(subject),
    country: subject.country,
    sha256,
    from: time(notBefore),
    until: time(notAfter),
    curve: keyOf(certificate).curve,
  };
}

function describeValidity({ issuedAt, from, until, expectedUpdate }: Validity): JsonObject {
  return {
    issuedAt: time(issuedAt),
    from: time(from),
    until: time(until),
    expectedUpdate: time(expectedUpdate),
  };
}

/** RFC 3339 in seconds, UTC. */
function time(at: number | null): string | null {
  return at === null ? null : `${new Date(at).toISOString().slice(0, 19)}Z`;
}
