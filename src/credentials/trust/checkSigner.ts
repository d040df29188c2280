import { ensure } from '../CredentialError.ts';
import type { VerifiedPath } from '../x509/path.ts';
import type { Anchor } from './anchor.ts';

/** Signers of mobile documents and of the EU's credentials: ISO 18013-5, ISO 23220-4, the EU's reference issuer. */
const DOCUMENT_SIGNERS = /^(1\.0\.18013\.5\.1\.2|1\.0\.23220\.4\.1\.2|1\.3\.130\.2\.0\.0\.1\.\d+)$/;
const EU_TYPE = /^(eu\.europa\.ec\.eudi\.|urn:(eu\.europa\.ec\.)?eudi:)/;
/** A type of one country: `urn:eudi:pid:de:1` is Germany's. */
const DOMESTIC_PID = /^urn:(?:eu\.europa\.ec\.)?eudi:pid:([a-z]{2}):/;

/**
 * Checks a signer against the scope of its anchor: the type, the purpose of its certificate, the country.
 * @param issuingCountry as claimed; null if the credential does not state it
 * @throws {CredentialError} `issuer_type_not_allowed`, `certificate_extended_key_usage`, `issuer_country_mismatch`,
 * `certificate_untrusted`
 */
export function checkSigner(
  { anchor, leaf }: VerifiedPath,
  type: string,
  issuingCountry: string | null,
  now: number,
): void {
  const isListed = (anchor.from === null || anchor.from <= now) && (anchor.to === null || now <= anchor.to);
  ensure(isListed, 'certificate_untrusted', 'The trust list does not name the anchor at this time.');
  ensure(
    mayIssue(anchor, type),
    'issuer_type_not_allowed',
    `The trust list does not allow the anchor for ${type}.`,
  );
  const isPurpose =
    leaf.extendedKeyUsage === null || leaf.extendedKeyUsage.some((oid) => isSigner(oid, anchor));
  const isNamed = anchor.extendedKeyUsages === null || leaf.extendedKeyUsage !== null;
  ensure(
    isPurpose && isNamed,
    'certificate_extended_key_usage',
    `The extended key usage of the signer’s certificate does not allow ${type}.`,
  );
  const domestic = DOMESTIC_PID.exec(type)?.[1]?.toUpperCase() ?? null;
  const anchorCountry = anchor.certificate.subject.country?.toUpperCase();
  const countries = anchor.countries ?? (domestic && anchorCountry ? [anchorCountry] : null);
  for (const country of [domestic, anchor.countries && issuingCountry])
    if (countries && country)
      ensure(
        countries.includes(country),
        'issuer_country_mismatch',
        'The issuing country is not allowed for the trust anchor.',
      );
}

/**
 * Whether an anchor is trusted for a type, or for one of a family. An anchor without a scope is none for the EU's types,
 * which only named authorities issue: a country's root may certify others too.
 */
export function mayIssue({ types }: Anchor, type: string): boolean {
  return types === null ? !EU_TYPE.test(type) : types.some((scope) => isOfType(type, scope));
}

/** Whether a type is a scope's own, or of its family. */
export function isOfType(type: string, scope: string): boolean {
  return scope.endsWith('*') ? type.startsWith(scope.slice(0, -1)) : type === scope;
}

function isSigner(oid: string, { extendedKeyUsages }: Anchor): boolean {
  return extendedKeyUsages ? extendedKeyUsages.includes(oid) : DOCUMENT_SIGNERS.test(oid);
}
