import type { AskedClaim } from '../../contract/credential.ts';
import type { CredentialType } from '../../contract/policy.ts';
import { type ClaimQuery, type CredentialQuery, isOfType } from '../../credentials/credentials.ts';

/** A credential in one format, with the path of each claim. */
interface CredentialKind {
  kind: CredentialType;
  format: CredentialQuery['format'];
  types: readonly string[];
  claims: Partial<Record<AskedClaim, readonly (readonly string[])[]>>;
  /** Always requested: claims to compare with the issuer's country. */
  always: readonly (readonly string[])[];
}

const PID = 'eu.europa.ec.eudi.pid.1';
const MDL = 'org.iso.18013.5.1';
const PHOTO_ID = 'org.iso.23220.1';

/** ISO 18013-5, section 7.2.1, and ISO 23220-2 for photo IDs, which has the same element names. */
function isoElements(namespace: string, birthDate: string, familyName: string, givenName: string) {
  const of = (...names: string[]) => names.map((name) => [namespace, name]);
  return {
    givenName: of(givenName),
    familyName: of(familyName),
    dateOfBirth: of(birthDate),
    portrait: of('portrait'),
    nationalities: of('nationality'),
    address: of(
      'resident_address',
      'resident_city',
      'resident_state',
      'resident_postal_code',
      'resident_country',
    ),
  };
}

/** The supported credentials, preferred ones first. */
const KINDS: readonly CredentialKind[] = [
  {
    kind: 'pid',
    format: 'dc+sd-jwt',
    // National types are accepted as an answer, but not requested by name.
    types: ['urn:eudi:pid:1', 'urn:eudi:pid:*'],
    claims: {
      givenName: [['given_name']],
      familyName: [['family_name']],
      dateOfBirth: [['birthdate']],
      portrait: [['picture']],
      nationalities: [['nationalities']],
      address: [['address']],
      email: [['email']],
      phone: [['phone_number']],
    },
    always: [['issuing_country']],
  },
  {
    kind: 'pid',
    format: 'mso_mdoc',
    types: [PID],
    claims: {
      ...isoElements(PID, 'birth_date', 'family_name', 'given_name'),
      address: [
        ...['resident_street', 'resident_address', 'resident_city', 'resident_state', 'resident_postal_code'],
        'resident_country',
      ].map((name) => [PID, name]),
      email: [[PID, 'email_address']],
      phone: [[PID, 'mobile_phone_number']],
    },
    always: [[PID, 'issuing_country']],
  },
  {
    kind: 'mdl',
    format: 'mso_mdoc',
    types: ['org.iso.18013.5.1.mDL'],
    claims: isoElements(MDL, 'birth_date', 'family_name', 'given_name'),
    always: [[MDL, 'issuing_country']],
  },
  {
    kind: 'photo_id',
    format: 'mso_mdoc',
    types: ['org.iso.23220.photoID.1'],
    claims: {
      ...isoElements(PHOTO_ID, 'birth_date', 'family_name_unicode', 'given_name_unicode'),
    },
    always: [[PHOTO_ID, 'issuing_country']],
  },
];

const REQUIRED: ReadonlySet<AskedClaim> = new Set(['givenName', 'familyName', 'dateOfBirth']);

/** The queries for some kinds of credentials. A wallet answers one of them. */
export function credentialQueries(
  types: readonly CredentialType[],
  requested: readonly AskedClaim[],
): CredentialQuery[] {
  return KINDS.filter(({ kind }) => types.includes(kind)).map(
    ({ kind, format, types: names, claims, always }) => ({
      id: `${kind}_${format === 'mso_mdoc' ? 'mdoc' : 'sd_jwt'}`,
      format,
      types: names,
      claims: [
        ...requested.flatMap((claim) =>
          (claims[claim] ?? []).map((path): ClaimQuery => ({ path, isRequired: REQUIRED.has(claim) })),
        ),
        ...always.map((path): ClaimQuery => ({ path, isRequired: false })),
      ],
    }),
  );
}

/** The claims that at least one of the queries requests, in whole or in part. */
export function claimsIn(
  queries: readonly CredentialQuery[],
  requested: readonly AskedClaim[],
): AskedClaim[] {
  const paths = new Set(queries.flatMap(({ claims }) => claims.map(({ path }) => JSON.stringify(path))));
  return requested.filter((claim) =>
    KINDS.some(({ claims }) => claims[claim]?.some((path) => paths.has(JSON.stringify(path)))),
  );
}

/** The kind of a credential by its docType or vct. */
export function kindOf(type: string): CredentialType | null {
  return KINDS.find(({ types }) => types.some((scope) => isOfType(type, scope)))?.kind ?? null;
}
