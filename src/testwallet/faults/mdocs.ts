import { randomBytes } from 'node:crypto';
import { concat } from '../../credentials/bytes/bytes.ts';
import { type CborMap, type CborValue, Tagged } from '../../credentials/cbor/cborValue.ts';
import { cborMap, embedded, encodeCbor } from '../../credentials/cbor/encodeCbor.ts';
import { dcApiTranscript } from '../../credentials/request/transcripts.ts';
import { keyPair } from '../authority.ts';
import { coseKeyOf, type MdocRecipe } from '../issueMdoc.ts';
import { type Fault, type Issuing, PID_DOCTYPE, type Scenario } from '../scenario.ts';

type Changes = Partial<MdocRecipe> | ((issuing: Issuing) => Partial<MdocRecipe>);

const DAY_MS = 86_400_000;
const object = (change: (object: CborMap) => void): Changes => ({ editSecurityObject: change });
const header = (change: (header: CborMap) => void): Changes => ({ editHeader: change });
const items = (change: (items: CborValue[]) => void): Changes => ({
  editItems: (draft) => change(draft.get(PID_DOCTYPE)!),
});
const response = (change: (response: CborMap) => void): Changes => ({ editResponse: change });
const auth = (change: (auth: CborMap) => void): Changes => ({ editDeviceAuth: change });
const item = (name: string, value: CborValue, extra: object = {}) => ({
  namespace: PID_DOCTYPE,
  name,
  value,
  ...extra,
});
const deviceKey = (edit: (key: CborMap) => void): Changes =>
  object((draft) => edit((draft.get('deviceKeyInfo') as CborMap).get('deviceKey') as CborMap));
const validity =
  (change: (now: number) => Partial<{ signed: number; from: number; until: number }>): Changes =>
  ({ now }) => ({
    validity: { signed: now - DAY_MS, from: now - DAY_MS, until: now + DAY_MS, ...change(now) },
  });
const session = (change: object): Changes => ({
  transcript: dcApiTranscript({
    origin: 'https://shop.example',
    nonce: 'x',
    jwkThumbprint: new Uint8Array(32),
    ...change,
  }),
});
const selfSigned: Partial<MdocRecipe> = {
  deviceNameSpaces: new Map([[PID_DOCTYPE, cborMap({ age_over_18: true })]]),
};
const mac: CborValue = [encodeCbor(new Map([[1, 5]])), new Map(), null, new Uint8Array(32)];

/** Name, error code, the fault, and the value of the valid counterpart. */
const FAULTS: [string, string, Changes, Changes?][] = [
  ['signature with one bit flipped', 'issuer_signature_invalid', { editIssuerAuth: (parts) => { (parts[3] as Uint8Array)[9]! ^= 1; } }],
  ['signature of another key', 'issuer_signature_invalid', ({ signer }) => ({ signer: { ...signer, privateKey: keyPair('P-256') } })],
  ['signature that is cut off', 'issuer_signature_invalid', { editIssuerAuth: (parts) => { parts[3] = (parts[3] as Uint8Array).slice(1); } }],
  ['no algorithm', 'algorithm_unsupported', header((draft) => draft.delete(1))],
  ['algorithm beside the signed header', 'algorithm_unsupported', { editHeader: (draft) => draft.delete(1), editUnprotected: (draft) => draft.set(1, -7) }],
  ['algorithm of another curve', 'algorithm_mismatch', header((draft) => draft.set(1, -35)), header((draft) => draft.set(1, -9))],
  ['critical header', 'header_critical', header((draft) => draft.set(2, [1]))],
  ['header in both places', 'cose_malformed', header((draft) => draft.set(33, new Uint8Array(4)))],
  ['no certificate', 'certificate_missing', { editUnprotected: (draft) => draft.delete(33) }],
  ['no payload', 'cose_malformed', { editIssuerAuth: (parts) => { parts[2] = null; } }],
  ['three parts', 'cose_malformed', { editIssuerAuth: (parts) => { parts.pop(); } }, { editIssuerAuth: () => undefined }],
  ['security object of another version', 'version_unsupported', object((draft) => draft.set('version', '2.0'))],
  ['response of another version', 'version_unsupported', response((draft) => draft.set('version', '2.0')), response((draft) => draft.set('version', '1.1'))],
  ['response with an error', 'response_status', response((draft) => draft.set('status', 10))],
  ['response without a status', 'response_status', response((draft) => draft.delete('status'))],
  ['membership card in the name of a PID', 'type_mismatch', object((draft) => draft.set('docType', 'org.example.membership'))],
  ['issuer’s part with a member that is unknown', 'response_malformed', { editDocument: (draft) => { (draft.get('issuerSigned') as CborMap).set('nameSpace', new Map()); } }],
  ['no type', 'response_malformed', { editDocument: (draft) => draft.delete('docType') }],
  ['empty type', 'response_malformed', { editDocument: (draft) => draft.set('docType', '') }],
  ['element changed', 'digest_mismatch', items((draft) => { const { raw } = draft[0] as Tagged; raw[raw.length - 1]! ^= 1; })],
  ['element added', 'digest_mismatch', items((draft) => { draft.push(unsigned(item('age_over_18', true))); }), { elements: [item('family_name', 'M'), item('age_over_18', true)] }],
  ['element of another namespace', 'digest_mismatch', { editItems: (draft) => draft.set('org.example', draft.get(PID_DOCTYPE)!) }],
  ['element twice', 'element_duplicate', { elements: [item('family_name', 'M'), item('family_name', 'D')] }, { elements: [item('family_name', 'M'), item('given_name', 'D')] }],
  ['same bytes twice', 'element_duplicate', items((draft) => { draft.push(draft[0]!); })],
  ['digest of two elements', 'digest_duplicate', { elements: [item('family_name', 'M', { digestId: 7 }), item('given_name', 'E', { digestId: 7 })] }, { elements: [item('family_name', 'M', { digestId: 7 }), item('given_name', 'E', { digestId: 8 })] }],
  ['salt of eight bytes', 'salt_too_short', { elements: [item('family_name', 'M', { salt: new Uint8Array(8) })] }, { elements: [item('family_name', 'M', { salt: new Uint8Array(32) })] }],
  ['element without a value', 'element_malformed', items((draft) => { draft[0] = embedded(encodeCbor(cborMap({ digestID: 0, random: new Uint8Array(16), elementIdentifier: 'x' }))); })],
  ['element that is not embedded', 'element_malformed', items((draft) => { draft[0] = cborMap({ digestID: 0 }); })],
  ['element with a number that is text', 'element_malformed', items((draft) => { draft[0] = embedded(encodeCbor(cborMap({ digestID: '0', random: new Uint8Array(16), elementIdentifier: 'x', elementValue: 1 }))); })],
  ['element with a member twice', 'cbor_malformed', items((draft) => { draft[0] = embedded(Uint8Array.of(0xa2, 0x61, 0x61, 1, 0x61, 0x61, 2)); })],
  ['digests by MD5', 'digest_algorithm_unsupported', object((draft) => draft.set('digestAlgorithm', 'MD5'))],
  ['digests in a name of the language', 'digest_algorithm_unsupported', object((draft) => draft.set('digestAlgorithm', 'constructor'))],
  ['no digests', 'claim_malformed', object((draft) => draft.delete('valueDigests'))],
  ['credential that has expired', 'credential_expired', validity((now) => ({ until: now - 1000 })), validity(() => ({}))],
  ['credential that is not valid yet', 'credential_not_yet_valid', validity((now) => ({ from: now + DAY_MS / 2 }))],
  ['credential of tomorrow', 'credential_not_yet_valid', validity((now) => ({ signed: now + DAY_MS }))],
  ['expiry before its beginning', 'validity_malformed', validity((now) => ({ until: now - 2 * DAY_MS }))],
  ['signed before the certificate', 'validity_malformed', validity((now) => ({ signed: now - 900 * DAY_MS }))],
  ['no validity', 'validity_malformed', object((draft) => draft.delete('validityInfo'))],
  ['30th of February', 'validity_malformed', object((draft) => (draft.get('validityInfo') as CborMap).set('validFrom', new Tagged(0, '2026-02-30T00:00:00Z')))],
  ['time that is a number', 'validity_malformed', object((draft) => (draft.get('validityInfo') as CborMap).set('validFrom', 1_700_000_000))],
  ['status that cannot be read', 'claim_malformed', { status: new Map() }, { status: cborMap({ status_list: cborMap({ idx: 1, uri: 'https://a.example/1' }) }) }],
  ['status without an address', 'claim_malformed', { status: cborMap({ status_list: cborMap({ idx: 1, uri: 'x' }) }) }],
  ['device signature with one bit flipped', 'device_signature_invalid', auth((draft) => { ((draft.get('deviceSignature') as CborValue[])[3] as Uint8Array)[9]! ^= 1; })],
  ['device signature of another key', 'device_signature_invalid', object((draft) => (draft.get('deviceKeyInfo') as CborMap).set('deviceKey', coseKeyOf(keyPair('P-256'))))],
  ['session of another origin', 'device_signature_invalid', session({ origin: 'https://evil.example' })],
  ['session of another nonce', 'device_signature_invalid', session({ nonce: 'y' })],
  ['session of an answer without encryption', 'device_signature_invalid', session({ jwkThumbprint: null })],
  ['device signature with a payload', 'cose_malformed', auth((draft) => { (draft.get('deviceSignature') as CborValue[])[2] = new Uint8Array(3); })],
  ['device signature by another algorithm', 'algorithm_mismatch', auth((draft) => { (draft.get('deviceSignature') as CborValue[])[0] = encodeCbor(new Map([[1, -8]])); })],
  ['device signature without an algorithm', 'algorithm_unsupported', auth((draft) => { (draft.get('deviceSignature') as CborValue[])[0] = new Uint8Array(); })],
  ['MAC in place of a signature', 'device_mac_unsupported', auth((draft) => { draft.clear(); draft.set('deviceMac', mac); })],
  ['MAC and signature', 'device_authentication_missing', auth((draft) => draft.set('deviceMac', mac))],
  ['neither MAC nor signature', 'device_authentication_missing', auth((draft) => draft.clear())],
  ['no device', 'device_authentication_missing', { editDocument: (draft) => draft.delete('deviceSigned') }],
  ['issuer’s part alone', 'device_authentication_missing', { transcript: null }],
  ['no key of the device', 'device_key_missing', object((draft) => draft.delete('deviceKeyInfo'))],
  ['key of the device beside the curve', 'key_malformed', deviceKey((key) => key.set(-3, new Uint8Array(32)))],
  ['key of the device that is cut off', 'key_malformed', deviceKey((key) => key.set(-2, new Uint8Array(31)))],
  ['key of the device on another curve', 'algorithm_unsupported', deviceKey((key) => key.set(-1, 8))],
  ['private key of the device', 'key_malformed', deviceKey((key) => key.set(-4, new Uint8Array(32)))],
  ['element that the device may not sign', 'device_element_unauthorized', selfSigned, { ...selfSigned, editSecurityObject: (draft) => (draft.get('deviceKeyInfo') as CborMap).set('keyAuthorizations', cborMap({ dataElements: cborMap({ [PID_DOCTYPE]: ['age_over_18'] }) })) }],
  ['no document', 'document_missing', response((draft) => draft.set('documents', []))],
  ['no documents at all', 'document_missing', response((draft) => draft.delete('documents'))],
  ['one document twice', 'document_duplicate', response((draft) => draft.set('documents', [...(draft.get('documents') as CborValue[]), ...(draft.get('documents') as CborValue[])]))],
  ['nine documents', 'cbor_limit_exceeded', response((draft) => draft.set('documents', Array.from({ length: 9 }, () => (draft.get('documents') as CborValue[])[0]!)))],
  ['documents that are a map', 'response_malformed', response((draft) => draft.set('documents', new Map()))],
  ['six hundred elements', 'cbor_limit_exceeded', { elements: Array.from({ length: 600 }, (_, at) => item(`e${at}`, at)) }, { elements: Array.from({ length: 100 }, (_, at) => item(`e${at}`, at)) }],
]; // biome-ignore format: a table

export const mdocFaults: Fault[] = [
  ...FAULTS.map(([name, code, bad, honest = {}]) => ({
    name: `mdoc: ${name}`,
    code,
    bad: answered(bad),
    honest: answered(honest),
    inAnswer: {
      format: 'mso_mdoc' as const,
      protocols: null,
      changes: (issuing: Issuing) => ({ mdoc: typeof bad === 'function' ? bad(issuing) : bad }),
    },
  })),
  ...bytesFaults(),
];

function answered(changes: Changes): (scenario: Scenario) => void {
  return (scenario) =>
    scenario.verify(scenario.mdoc(typeof changes === 'function' ? changes(scenario) : changes));
}

/** Faults in the encoding. */
function bytesFaults(): Fault[] {
  const honest = answered({});
  const fault = (name: string, code: string, change: (bytes: Uint8Array) => Uint8Array): Fault => ({
    name: `mdoc: ${name}`,
    code,
    bad: (scenario) => scenario.verify(change(scenario.mdoc())),
    honest,
    // A response is parsed before its content is verified: only a document gets that far.
    ...(!code.startsWith('input_') && {
      inAnswer: { format: 'mso_mdoc', protocols: null, changes: () => ({ editMdoc: change }) },
    }),
  });
  return [
    fault('bytes after the end', 'cbor_malformed', (bytes) => concat(bytes, Uint8Array.of(0))),
    fault('bytes that end early', 'cbor_malformed', (bytes) => bytes.slice(0, -1)),
    fault('map of a key twice', 'cbor_malformed', (bytes) =>
      concat(Uint8Array.of(0xa4), bytes.slice(1), bytes.slice(1, 10), bytes.slice(9, 13)),
    ),
    fault('arrays in arrays', 'cbor_limit_exceeded', () => new Uint8Array(5000).fill(0x81)),
    fault('a map of nearly endless length', 'cbor_malformed', () =>
      Uint8Array.of(0xbb, 0x7f, 255, 255, 255, 255, 255, 255, 255),
    ),
    fault('two megabytes', 'input_too_large', () => new Uint8Array(3 << 20).fill(0x80)),
    fault('nothing', 'input_unreadable', () => new Uint8Array()),
    fault('a text', 'input_unreadable', () => new TextEncoder().encode('{"vp_token": 1}')),
  ];
}

function unsigned({ name, value }: { name: string; value: CborValue }): Tagged {
  return embedded(
    encodeCbor(
      cborMap({ digestID: 99, random: randomBytes(16), elementIdentifier: name, elementValue: value }),
    ),
  );
}
