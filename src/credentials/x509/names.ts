import { CredentialError } from '../CredentialError.ts';
import { childrenOf, type Der, expectTag, readOid, TAG } from './der.ts';

/** A distinguished name. `key` is the same for names that are equal by RFC 5280, section 7.1. */
export interface DistinguishedName {
  key: string;
  /** One entry for each attribute, in order. */
  attributes: { oid: string; value: string }[];
  commonName: string | null;
  organization: string | null;
  country: string | null;
  stateOrProvince: string | null;
}

/** @throws {CredentialError} `certificate_malformed` */
export function readName(element: Der | undefined): DistinguishedName {
  const sets = childrenOf(expectTag(element, TAG.sequence)).map((set) =>
    childrenOf(expectTag(set, TAG.set)).map((attribute) => {
      const [type, value] = childrenOf(expectTag(attribute, TAG.sequence));
      if (!value) throw new CredentialError('certificate_malformed', 'An attribute of a name has no value.');
      return { oid: readOid(type), value: textOf(value) };
    }),
  );
  const attributes = sets.flat();
  const find = (oid: string) => attributes.find((attribute) => attribute.oid === oid)?.value ?? null;
  return {
    key: JSON.stringify(sets.map((set) => set.map(({ oid, value }) => `${oid}=${folded(value)}`).sort())),
    attributes,
    commonName: find('2.5.4.3'),
    organization: find('2.5.4.10'),
    country: find('2.5.4.6'),
    stateOrProvince: find('2.5.4.8'),
  };
}

/** Readable text: the attributes that are text. */
export function nameText({ attributes }: DistinguishedName): string {
  const labels: Record<string, string> = {
    '2.5.4.3': 'CN',
    '2.5.4.6': 'C',
    '2.5.4.8': 'ST',
    '2.5.4.10': 'O',
    '2.5.4.11': 'OU',
  };
  return attributes.map(({ oid, value }) => `${labels[oid] ?? oid}=${value}`).join(', ');
}

/** Whether a name begins with all of another: the subtree of a directory name. */
export function isWithinName(name: DistinguishedName, base: DistinguishedName): boolean {
  const [parts, start] = [JSON.parse(name.key) as unknown[], JSON.parse(base.key) as unknown[]];
  return start.every((part, at) => JSON.stringify(part) === JSON.stringify(parts[at]));
}

function folded(value: string): string {
  return value.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

function textOf({ tag, content }: Der): string {
  const bytes = Buffer.from(content);
  if (tag === TAG.utf8) return bytes.toString('utf8');
  // BMPString: two bytes for each character, the higher first.
  if (tag === 0x1e && bytes.length % 2 === 0) return bytes.swap16().toString('utf16le');
  return bytes.toString('latin1');
}
