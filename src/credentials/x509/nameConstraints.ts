import { CredentialError, ensure } from '../CredentialError.ts';
import type { Certificate } from './certificate.ts';
import { childrenOf, type Der, readDer, readDerAs, TAG } from './der.ts';
import { type DistinguishedName, isWithinName, readName } from './names.ts';

const NAME_CONSTRAINTS = '2.5.29.30';
const SUBJECT_ALT_NAME = '2.5.29.17';

/** The kinds of names that can be compared; a constraint on another kind refuses every name of that kind. */
const KIND = { email: 1, dns: 2, directory: 4, uri: 6 };

interface GeneralName {
  kind: number;
  text: string;
  directory: DistinguishedName | null;
}

/**
 * Checks a certificate against the name constraints of an authority above it (RFC 5280, section 4.2.1.10).
 * @throws {CredentialError} `certificate_name_constraint`, `certificate_malformed`
 */
export function checkNameConstraints(authority: Certificate, certificate: Certificate): void {
  const extension = authority.extensions.get(NAME_CONSTRAINTS);
  if (!extension) return;
  const names = namesOf(certificate);
  for (const subtrees of childrenOf(readDerAs(extension.value, TAG.sequence))) {
    const isPermitted = subtrees.tag === 0xa0;
    const bases = childrenOf(subtrees).map((subtree) => generalName(childrenOf(subtree)[0]));
    for (const name of names) {
      const ofKind = bases.filter(({ kind }) => kind === name.kind);
      if (ofKind.length === 0) continue;
      const isComparable = Object.values(KIND).includes(name.kind);
      const isInside = isComparable && ofKind.some((base) => isWithin(name, base));
      const isAllowed = isComparable && isInside === isPermitted;
      ensure(
        isAllowed,
        'certificate_name_constraint',
        'A name of a certificate violates the name constraints of its issuer.',
      );
    }
  }
}

function namesOf(certificate: Certificate): GeneralName[] {
  const names: GeneralName[] = [{ kind: KIND.directory, text: '', directory: certificate.subject }];
  const extension = certificate.extensions.get(SUBJECT_ALT_NAME);
  if (extension) names.push(...childrenOf(readDerAs(extension.value, TAG.sequence)).map(generalName));
  return names;
}

function generalName(element: Der | undefined): GeneralName {
  if (!element) throw new CredentialError('certificate_malformed', 'A name constraint has no name.');
  const kind = element.tag & 0x1f;
  const directory = kind === KIND.directory ? readName(readDer(element.content)) : null;
  return { kind, text: Buffer.from(element.content).toString('latin1').toLowerCase(), directory };
}

function isWithin(name: GeneralName, base: GeneralName): boolean {
  if (name.kind === KIND.directory) return isWithinName(name.directory!, base.directory!);
  if (name.kind === KIND.uri) return isHostWithin(hostOf(name.text), base.text);
  if (name.kind === KIND.email && base.text.includes('@')) return name.text === base.text;
  const host = name.kind === KIND.email ? (name.text.split('@').at(-1) ?? '') : name.text;
  return isHostWithin(host, base.text) || (name.kind === KIND.dns && host.endsWith(`.${base.text}`));
}

/** A base that starts with a dot matches subdomains only. */
function isHostWithin(host: string, base: string): boolean {
  if (base === '') return true;
  if (base.startsWith('.')) return host.endsWith(base);
  return host === base;
}

function hostOf(uri: string): string {
  try {
    return new URL(uri).hostname;
  } catch {
    // No address: no constraint names its host.
    return '';
  }
}
