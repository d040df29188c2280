import { fromBase64, utf8 } from '../bytes/bytes.ts';
import { CredentialError, ensure } from '../CredentialError.ts';
import { timeOf } from '../cbor/Fields.ts';
import { readJws, verifyJws, x5c } from '../jose/jws.ts';
import {
  isObject,
  type Json,
  type JsonLimits,
  type JsonObject,
  parseStrictObject,
} from '../jose/strictJson.ts';
import { keyOf, readCertificate } from '../x509/certificate.ts';
import type { Anchor, RejectedAnchor, TrustList } from './anchor.ts';
import { tryAnchor } from './tryAnchor.ts';

const LIMITS: JsonLimits = { depth: 32, items: 500_000 };
/** Members of a JAdES header that describe the signature without affecting the signed content. */
const INFORMATIVE = ['sigT', 'sigX5ts', 'srCms', 'sigPl', 'srAts', 'x5t#o'];
const PID_TYPES = ['eu.europa.ec.eudi.pid.*', 'urn:eudi:pid:*', 'urn:eu.europa.ec.eudi:pid:*'];

/**
 * Reads a list of trusted entities, ETSI TS 119 602: a JAdES signature in compact form, or its JSON alone, which then
 * has no signer. Entities that issue no credentials (wallets, relying parties, revocation) give no anchor.
 * @throws {CredentialError}
 */
export function readLote(text: string): TrustList {
  const { content, signer } = text.startsWith('{')
    ? { content: parseStrictObject(utf8(text), LIMITS), signer: null }
    : signedContent(text);
  const list = isObject(content['LoTE']) ? content['LoTE'] : content;
  const scheme = objectOf(list['ListAndSchemeInformation'], 'ListAndSchemeInformation');
  const rejected: RejectedAnchor[] = [];
  const anchors: Anchor[] = [];
  let row = 0;
  for (const entity of arrayOf(list['TrustedEntitiesList'] ?? [], 'TrustedEntitiesList'))
    for (const { certificates, scope } of servicesOf(objectOf(entity, 'An entity'), scheme))
      for (const certificate of certificates) {
        const anchor =
          scope &&
          tryAnchor(
            () => certificateOf(certificate),
            () => scope,
            row,
            rejected,
          );
        if (anchor) anchors.push(anchor);
        if (!scope) rejected.push({ row, name: null, code: 'issuer_type_not_allowed' });
        row += 1;
      }
  const sequence = scheme['LoTESequenceNumber'];
  return {
    format: 'lote',
    provider: textIn(scheme['SchemeOperatorName']),
    issuedAt: timeIn(scheme['ListIssueDateTime'] ?? scheme['ListIssueDatetime']),
    nextUpdate: timeIn(scheme['NextUpdate']),
    sequence: typeof sequence === 'number' && Number.isSafeInteger(sequence) ? sequence : null,
    signer,
    anchors,
    rejected,
  };
}

function signedContent(text: string): { content: JsonObject; signer: string } {
  const jws = readJws(text, LIMITS, INFORMATIVE);
  const leaf = readCertificate(x5c(jws)[0]!);
  ensure(
    verifyJws(jws, keyOf(leaf)),
    'trust_list_signature_invalid',
    'The signature of the trust list is invalid. Download the list again.',
  );
  return { content: jws.payload, signer: leaf.sha256 };
}

interface Service {
  certificates: Json[];
  /** Null if the service issues no credentials. */
  scope: Partial<Anchor> | null;
}

function servicesOf(entity: JsonObject, scheme: JsonObject): Service[] {
  const countries = countryOf(entity['TrustedEntityInformation']);
  return arrayOf(entity['TrustedEntityServices'] ?? [], 'TrustedEntityServices').map((service) => {
    const information = objectOf(objectOf(service, 'A service')['ServiceInformation'], 'ServiceInformation');
    const identity = objectOf(information['ServiceDigitalIdentity'] ?? {}, 'ServiceDigitalIdentity');
    const certificates = arrayOf(identity['X509Certificates'] ?? [], 'X509Certificates');
    const kind = `${information['ServiceTypeIdentifier'] ?? scheme['LoTEType'] ?? ''}`;
    const types = typesOf(kind);
    const isWithdrawn = /withdrawn|invalidated/i.test(`${information['ServiceStatus'] ?? ''}`);
    const from = timeIn(information['StatusStartingTime']);
    return { certificates, scope: types === undefined || isWithdrawn ? null : { types, countries, from } };
  });
}

/** The credential types that a kind of service may issue: null for any, undefined for none. */
function typesOf(kind: string): string[] | null | undefined {
  if (/Revocation|Wallet|WRP|RelyingParty/i.test(kind)) return undefined;
  return /PID/.test(kind) ? PID_TYPES : null;
}

function countryOf(information: Json | undefined): string[] | null {
  const address = isObject(information) && isObject(information['TEAddress']) ? information['TEAddress'] : {};
  const postal = Array.isArray(address['TEPostalAddress']) ? address['TEPostalAddress'] : [];
  const codes = postal.map((line) => (isObject(line) ? line['Country'] : null));
  const countries = codes.filter(
    (code) => typeof code === 'string' && /^[A-Za-z]{2}$/.test(code),
  ) as string[];
  return countries.length > 0 ? [...new Set(countries.map((code) => code.toUpperCase()))] : null;
}

function certificateOf(value: Json): Uint8Array {
  const text = isObject(value) ? value['val'] : value;
  if (typeof text === 'string') return fromBase64(text.replaceAll(/\s|-----[A-Z ]+-----/g, ''));
  throw new CredentialError('certificate_malformed', 'A certificate of the trust list is not a string.');
}

/** The first text of several languages. */
function textIn(value: Json | undefined): string | null {
  const first = Array.isArray(value) ? value[0] : value;
  const text = isObject(first) ? first['value'] : first;
  return typeof text === 'string' ? text : null;
}

function timeIn(value: Json | undefined): number | null {
  const at = typeof value === 'string' ? timeOf(value) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

function objectOf(value: Json | undefined, name: string): JsonObject {
  if (isObject(value)) return value;
  throw new CredentialError('trust_list_malformed', `${name} is not an object.`);
}

function arrayOf(value: Json, name: string): Json[] {
  if (Array.isArray(value)) return value;
  throw new CredentialError('trust_list_malformed', `${name} is not an array.`);
}
