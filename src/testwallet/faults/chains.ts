import type { CredentialCheck } from '../../credentials/verifyCredential.ts';
import { readCrl } from '../../credentials/x509/crl.ts';
import {
  DOCUMENT_SIGNER,
  EXTENSIONS,
  type Identity,
  issue,
  makeCrl,
  makeRoot,
  makeSigner,
  type TestExtension,
  validAround,
} from '../authority.ts';
import { der } from '../der.ts';
import { anchorFor, type Fault, type Issuing, type Scenario } from '../scenario.ts';

/** A signer, the chain it sends, and the verifier's requirements. */
interface Chain {
  signer: Identity;
  chain?: Uint8Array[];
  check?: Partial<CredentialCheck>;
}

type MakeChain = (issuing: Issuing) => Chain;

const DAY_MS = 86_400_000;
const TLS_SERVER = '1.3.6.1.5.5.7.3.1';
const USAGE = [EXTENSIONS.keyUsage(0), EXTENSIONS.extendedKeyUsage(DOCUMENT_SIGNER)];
const SERIAL = Uint8Array.of(7, 7, 7);

const plain: MakeChain = ({ signer }) => ({ signer });
const signerWith =
  (...extensions: TestExtension[]): MakeChain =>
  ({ root, now }) => ({ signer: makeSigner(root, now, { extensions }) });

/** A root (that of the issuer, or one with other extensions), an intermediate authority, and a signer. */
const below =
  (authority: TestExtension[], extensions?: TestExtension[], leaf = USAGE): MakeChain =>
  ({ root, now }) => {
    const top = extensions ? makeRoot(now, { extensions }) : root;
    const subject = { country: 'UT', commonName: 'Utopia Authority' };
    const middle = issue(top, { subject, extensions: authority, ...validAround(now) });
    const signer = makeSigner(middle, now, { extensions: leaf });
    const chain = [signer.certificate, middle.certificate];
    return { signer, chain, ...(extensions && { check: { anchors: [anchorFor(top)] } }) };
  };
const AUTHORITY = [EXTENSIONS.ca(), EXTENSIONS.keyUsage(5)];

const listed =
  (
    serials: Uint8Array[],
    { by, until = DAY_MS }: { by?: (issuing: Issuing) => Identity; until?: number } = {},
  ): MakeChain =>
  (scenario) => {
    const { root, now } = scenario;
    const crl = makeCrl(by?.(scenario) ?? root, serials, now - 2 * DAY_MS, now + until);
    return { signer: makeSigner(root, now, { serial: SERIAL }), check: { crls: [readCrl(crl)] } };
  };

/** Name, error code, the faulty chain of an answer, and its valid counterpart. */
const CHAINS: [string, string, MakeChain, MakeChain?][] = [
  ['signer of another root', 'certificate_untrusted', ({ now }) => ({ signer: makeSigner(makeRoot(now, { subject: { country: 'XX', commonName: 'Other' } }), now) })],
  ['signer of a root of the same name', 'certificate_signature_invalid', ({ now }) => ({ signer: makeSigner(makeRoot(now), now) })],
  ['signer that signed itself', 'certificate_self_signed', ({ now }) => ({ signer: issue(null, { subject: { country: 'UT', commonName: 'Self' }, extensions: USAGE, ...validAround(now) }) })],
  ['signer that has expired', 'certificate_expired', ({ root, now }) => ({ signer: makeSigner(root, now, { notAfter: now - 1000 }) })],
  ['signer that is not valid yet', 'certificate_not_yet_valid', ({ root, now }) => ({ signer: makeSigner(root, now, { notBefore: now + DAY_MS }) })],
  ['document signer that issues certificates', 'certificate_not_ca', ({ root, now }) => {
    const leaf = makeSigner(root, now, { subject: { country: 'UT', commonName: 'Leaf' } });
    const signer = makeSigner(leaf, now);
    return { signer, chain: [signer.certificate, leaf.certificate] };
  }, below(AUTHORITY)],
  ['authority without the right to certify', 'certificate_key_usage', below([EXTENSIONS.ca(), EXTENSIONS.keyUsage(0)]), below(AUTHORITY)],
  ['authority that signs documents', 'certificate_not_end_entity', signerWith(EXTENSIONS.ca(), EXTENSIONS.keyUsage(0, 5)), signerWith(EXTENSIONS.notCa(), ...USAGE)],
  ['signer with a key for agreement', 'certificate_key_usage', signerWith(EXTENSIONS.keyUsage(4))],
  ['certificate of a web server', 'certificate_extended_key_usage', signerWith(EXTENSIONS.keyUsage(0), EXTENSIONS.extendedKeyUsage(TLS_SERVER))],
  ['certificate of a reader (ISO 18013-5)', 'certificate_extended_key_usage', signerWith(EXTENSIONS.keyUsage(0), EXTENSIONS.extendedKeyUsage('1.0.18013.5.1.6'))],
  ['certificate of a reader (ISO 23220-4)', 'certificate_extended_key_usage', signerWith(EXTENSIONS.keyUsage(0), EXTENSIONS.extendedKeyUsage('1.0.23220.4.1.6'))],
  ['certificate of a reader that signs documents too', 'certificate_extended_key_usage', signerWith(EXTENSIONS.keyUsage(0), EXTENSIONS.extendedKeyUsage(DOCUMENT_SIGNER, '1.3.130.2.0.0.1.6'))],
  ['critical extension that is unknown', 'certificate_critical_extension', signerWith(...USAGE, { oid: '1.2.3.4', isCritical: true, value: der.sequence() }), signerWith(...USAGE, { oid: '1.2.3.4', value: Uint8Array.of(0xff, 0xff) })],
  ['name outside of the constraints', 'certificate_name_constraint', below([...AUTHORITY, EXTENSIONS.permittedDnsNames('utopia.example')], undefined, [...USAGE, EXTENSIONS.dnsName('pid.other.example')]), below([...AUTHORITY, EXTENSIONS.permittedDnsNames('utopia.example')], undefined, [...USAGE, EXTENSIONS.dnsName('pid.utopia.example')])],
  ['chain of six', 'certificate_path_length', ({ signer }) => ({ signer, chain: Array.from({ length: 6 }, () => signer.certificate) })],
  ['certificate that is cut off', 'certificate_malformed', ({ signer }) => ({ signer, chain: [signer.certificate.slice(0, -9)] })],
]; // biome-ignore format: a table

/** The same for faults in the verifier's roots and revocation lists. */
const TRUSTED: [string, string, MakeChain, MakeChain?][] = [
  ['root that has expired', 'certificate_expired', ({ now }) => {
    const root = makeRoot(now, { notAfter: now - 1000 });
    return { signer: makeSigner(root, now), check: { anchors: [anchorFor(root)] } };
  }],
  ['trusted signer that issues certificates', 'certificate_not_ca', ({ root, now }) => {
    const leaf = makeSigner(root, now, { subject: { country: 'UT', commonName: 'Leaf' } });
    return { signer: makeSigner(leaf, now), check: { anchors: [anchorFor(leaf)] } };
  }],
  ['chain longer than the root allows', 'certificate_path_length', below(AUTHORITY, [EXTENSIONS.ca(0), EXTENSIONS.keyUsage(5)]), below(AUTHORITY)],
  ['signer that was revoked', 'certificate_revoked', listed([SERIAL]), listed([Uint8Array.of(8)])],
  ['revocation list of somebody else', 'crl_signature_invalid', listed([], { by: ({ now }) => makeRoot(now) }), listed([])],
  ['revocation list that has expired', 'crl_expired', listed([], { until: -DAY_MS }), listed([])],
  ['revocation list of an authority that may not make one', 'crl_signature_invalid', ({ now }) => {
    const root = makeRoot(now, { extensions: AUTHORITY });
    const crls = [readCrl(makeCrl(root, [], now - DAY_MS, now + DAY_MS))];
    return { signer: makeSigner(root, now), check: { anchors: [anchorFor(root)], crls } };
  }, listed([])],
  ['revocation list that is cut off', 'crl_malformed', ({ root, signer, now }) => {
    const crls = [readCrl(makeCrl(root, [SERIAL], now - DAY_MS, now + DAY_MS).slice(0, -1))];
    return { signer, check: { crls } };
  }, listed([])],
  ['root for other types', 'issuer_type_not_allowed', ({ signer, root }) => ({ signer, check: { anchors: [anchorFor(root, { types: ['org.example.membership'] })] } }), ({ signer, root }) => ({ signer, check: { anchors: [anchorFor(root, { types: ['eu.europa.ec.eudi.pid.*', 'urn:eudi:pid:*'] })] } })],
  ['root that is no longer listed', 'certificate_untrusted', ({ signer, root, now }) => ({ signer, check: { anchors: [anchorFor(root, { types: ['*'], to: now - 1 })] } })],
  ['root without a scope', 'issuer_type_not_allowed', ({ signer, root }) => ({ signer, check: { anchors: [anchorFor(root, {})] } })],
  ['no root at all', 'certificate_untrusted', ({ signer }) => ({ signer, check: { anchors: [] } })],
]; // biome-ignore format: a table

/** Each fault of a chain, in both formats. */
export const chainFaults: Fault[] = [...CHAINS, ...TRUSTED].flatMap(
  ([name, code, bad, honest = plain], at) => {
    const isInAnswer = at < CHAINS.length;
    const mdoc: Fault = { name: `mdoc: ${name}`, code, bad: mdocBy(bad), honest: mdocBy(honest) };
    const sdJwt: Fault = { name: `SD-JWT: ${name}`, code, bad: sdJwtBy(bad), honest: sdJwtBy(honest) };
    if (isInAnswer) {
      mdoc.inAnswer = {
        format: 'mso_mdoc',
        protocols: null,
        changes: (issuing) => ({ mdoc: sentBy(bad, issuing) }),
      };
      sdJwt.inAnswer = {
        format: 'dc+sd-jwt',
        protocols: null,
        changes: (issuing) => ({ sdJwt: sentBy(bad, issuing) }),
      };
    }
    return [mdoc, sdJwt];
  },
);

function sentBy(make: MakeChain, issuing: Issuing): { signer: Identity; chain: Uint8Array[] } {
  const { signer, chain = [signer.certificate] } = make(issuing);
  return { signer, chain };
}

function mdocBy(make: MakeChain): (scenario: Scenario) => void {
  return (scenario) => {
    const { signer, chain = [signer.certificate], check } = make(scenario);
    scenario.verify(scenario.mdoc({ signer, chain }), check);
  };
}

function sdJwtBy(make: MakeChain): (scenario: Scenario) => void {
  return (scenario) => {
    const { signer, chain = [signer.certificate], check } = make(scenario);
    scenario.verify(scenario.sdJwt({ signer, chain }), check);
  };
}
