import { type CredentialCode, CredentialError } from '../../credentials/CredentialError.ts';
import { readStatusList } from '../../credentials/status/statusList.ts';
import type { StatusReference } from '../../credentials/status/statusReference.ts';
import { readTrustList } from '../../credentials/trust/readTrustList.ts';
import { keyPair, makeRoot, makeSigner } from '../authority.ts';
import {
  issueLote,
  issueStatusCwt,
  issueStatusJwt,
  issueVical,
  type StatusListRecipe,
} from '../issueLists.ts';
import { anchorFor, type Fault, type Issuing, PID_DOCTYPE, type Scenario } from '../scenario.ts';

type Changes = Partial<StatusListRecipe> | ((issuing: Issuing) => Partial<StatusListRecipe>);

const URI = 'https://status.example/1';
const REFUSED: Record<string, CredentialCode> = { revoked: 'status_revoked', suspended: 'status_suspended' };

/** Name, error code, and the fault of a status list in which credential 2 is valid, with two bits per credential. */
const STATUS: [string, string, Changes][] = [
  ['credential that was revoked', 'status_revoked', { list: Uint8Array.of(0b00_01_00_00) }],
  ['credential that was suspended', 'status_suspended', { list: Uint8Array.of(0b00_10_00_00) }],
  ['list of another address', 'status_list_subject', { payload: { sub: 'https://status.example/2' } }],
  ['list that has expired', 'status_list_expired', { payload: { exp: 1_700_000_000 } }],
  ['list of tomorrow', 'status_list_expired', ({ now }) => ({ payload: { iat: now / 1000 + 86_400 } })],
  ['list without a time', 'status_list_malformed', { payload: { iat: 'today' } }],
  ['list of three bits', 'status_list_malformed', { bits: 3 }],
  ['list that is too short', 'status_list_index', { list: new Uint8Array() }],
  ['list that unpacks to 20 MB', 'status_list_malformed', { list: new Uint8Array(20 << 20) }],
  ['list that is not packed', 'status_list_malformed', { payload: { status_list: { bits: 1, lst: 'AAAA' } } }],
  ['list without bits', 'status_list_malformed', { payload: { status_list: {} } }],
  ['token of another type', 'header_type', { header: { typ: 'JWT' } }],
  ['signature of another key', 'status_list_signature_invalid', ({ signer }) => ({ signer: { ...signer, privateKey: keyPair('P-256') } })],
  ['signer of another root', 'certificate_signature_invalid', ({ now }) => ({ signer: makeSigner(makeRoot(now), now) })],
]; // biome-ignore format: a table

const statusFaults: Fault[] = STATUS.flatMap(([name, code, changes]) => {
  const listOf = (write: typeof issueStatusJwt) => ({
    format: null,
    protocols: null,
    statusList: (issuing: Issuing, uri: string) => write(recipeOf(changes, issuing, uri)),
  });
  const jwt = {
    name: `status: ${name}`,
    code,
    bad: checked(changes),
    honest: checked({}),
    inAnswer: listOf(issueStatusJwt),
  };
  // The faults that CWT and JWT share apart from their envelope.
  const isInBoth = /^status_(revoked|suspended|list_index)$|signature/.test(code);
  return isInBoth
    ? [
        jwt,
        {
          name: `CWT ${jwt.name}`,
          code,
          bad: checked(changes, issueStatusCwt),
          honest: checked({}, issueStatusCwt),
          inAnswer: listOf(issueStatusCwt),
        },
      ]
    : [jwt];
});

const ID = Uint8Array.of(1, 2, 3);

export const listFaults: Fault[] = [
  ...statusFaults,
  {
    name: 'status: identifier that was revoked',
    code: 'status_revoked',
    bad: checked({}, (recipe) => issueStatusCwt(recipe, [ID]), { kind: 'identifier_list', uri: URI, id: ID }),
    honest: checked({}, (recipe) => issueStatusCwt(recipe, []), { kind: 'identifier_list', uri: URI, id: ID }),
  },
  trustFault('VICAL with one bit flipped', 'trust_list_signature_invalid', vical, (bytes) => { bytes[bytes.length - 200]! ^= 1; return bytes; }),
  trustFault('VICAL that is cut off', 'trust_list_malformed', vical, (bytes) => bytes.slice(0, -1)),
  trustFault('VICAL of nothing', 'trust_list_malformed', vical, () => Uint8Array.of(0x80)),
  trustFault('LoTE with another signature', 'trust_list_signature_invalid', lote, (bytes) => { bytes[bytes.length - 3] = bytes[bytes.length - 3] === 65 ? 66 : 65; return bytes; }),
  trustFault('LoTE of nothing', 'trust_list_malformed', lote, () => Buffer.from('{}')),
  trustFault('PEM of nothing', 'trust_list_malformed', lote, () => Buffer.from('-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----')),
]; // biome-ignore format: a table

function checked(
  changes: Changes,
  write = issueStatusJwt,
  reference: StatusReference = { kind: 'status_list', uri: URI, index: 2 },
) {
  return async (scenario: Scenario): Promise<void> => {
    const { now, root } = scenario;
    const bytes = write(recipeOf(changes, scenario, URI));
    const list = await readStatusList(bytes, URI, { anchors: [anchorFor(root)], now });
    const status = list.statusOf(reference);
    if (status !== 'valid') throw new CredentialError(REFUSED[status] ?? 'status_list_malformed', status);
  };
}

function recipeOf(changes: Changes, issuing: Issuing, uri: string): StatusListRecipe {
  const { now, signer } = issuing;
  const overrides = typeof changes === 'function' ? changes(issuing) : changes;
  return { signer, now, uri, bits: 2, list: Uint8Array.of(0b01_00_01_01, 255), ...overrides };
}

function vical({ now, root, signer }: Scenario): Uint8Array {
  return issueVical(signer, [{ certificate: root.certificate, docType: [PID_DOCTYPE] }], now);
}

function lote({ now, root, signer }: Scenario): Uint8Array {
  return Buffer.from(issueLote(signer, [{ certificate: root.certificate, kind: 'PID/Issuance' }], now));
}

/** A trust list that is refused as a whole. Its valid counterpart contains an anchor that verifies a credential. */
function trustFault(
  name: string,
  code: string,
  make: (scenario: Scenario) => Uint8Array,
  change: (bytes: Uint8Array) => Uint8Array,
): Fault {
  return {
    name: `trust: ${name}`,
    code,
    bad: (scenario) => void readTrustList(change(make(scenario))),
    honest: (scenario) =>
      scenario.verify(scenario.mdoc(), { anchors: readTrustList(make(scenario)).anchors }),
  };
}
