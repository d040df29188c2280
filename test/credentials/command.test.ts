import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toHex } from '../../src/credentials/bytes/bytes.ts';
import { makeSigner, pemOf } from '../../src/testwallet/authority.ts';
import { issueLote, issueVical } from '../../src/testwallet/issueLists.ts';
import { makeScenario, PID_DOCTYPE, PID_VCT } from '../../src/testwallet/scenario.ts';

const COMMAND = join(import.meta.dirname, '../../src/service/cli/credentials.ts');
const NOW = Date.parse('2026-11-20T12:00:00Z');
const scenario = makeScenario(NOW);
const { root, signer, session } = scenario;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'idv-credentials-'));
  write('roots.pem', pemOf(root.certificate, ['*']));
  write('roots.vical', issueVical(signer, [{ certificate: root.certificate, docType: [PID_DOCTYPE] }, { certificate: Uint8Array.of(1), docType: [] }], NOW)); // biome-ignore format: short
  write('roots.jwt', issueLote(signer, [{ certificate: root.certificate, kind: 'PID/Issuance' }, { certificate: root.certificate, kind: 'WalletProvider' }], NOW)); // biome-ignore format: short
  const { origin, nonce, jwkThumbprint } = session;
  write('session.json', JSON.stringify({ origin, nonce, jwkThumbprint: toHex(jwkThumbprint!) }));
  write('empty', '');
  write('words', 'no credential, no list\n');
  write('mdoc.bin', scenario.mdoc());
  write('mdoc.hex', toHex(scenario.mdoc()));
  write('mdoc.b64', Buffer.from(scenario.mdoc()).toString('base64url'));
  write('issuer.bin', scenario.mdoc({ transcript: null }));
  write('sd.txt', `${scenario.sdJwt()}\n`);
  write('revoked.txt', scenario.sdJwt({ signer: makeSigner(root, NOW, { notAfter: NOW - 1000 }) }));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.concurrent.each(['mdoc.bin', 'mdoc.hex', 'mdoc.b64', 'sd.txt'])(
  '%s is verified in its session',
  async (file) => {
    for (const trust of file === 'mdoc.bin' ? ['roots.pem', 'roots.vical', 'roots.jwt'] : ['roots.pem']) {
      const found = await run(
        'verify',
        '--trust',
        trust,
        '--session',
        'session.json',
        '--at',
        '2026-11-20T12:00:00Z',
        file,
      );
      const type = file === 'sd.txt' ? PID_VCT : PID_DOCTYPE;
      expect(found).toMatchObject({ exit: 0, verified: true, code: null, type, device: { bound: true } });
      expect(found.issuer).toMatchObject({ name: 'C=UT, CN=Utopia Test Signer', country: 'UT' });
      expect(JSON.stringify(found.claims)).toContain('"family_name":"Mustermann"');
    }
  },
);

test('without a session nothing is verified and device binding is not checked', async () => {
  for (const file of ['mdoc.bin', 'sd.txt', 'issuer.bin']) {
    const found = await run('verify', '--trust', 'roots.pem', '--at', '2026-11-20T12:00:00Z', file);
    const code = file === 'issuer.bin' ? 'device_authentication_missing' : 'session_missing';
    expect(found).toMatchObject({ exit: 1, verified: false, code, device: { bound: false } });
  }
});

test('a refusal has a code and repeats nothing of the credential', async () => {
  const found = await run(
    'verify',
    '--trust',
    'roots.pem',
    '--session',
    'session.json',
    '--at',
    '2026-11-20T12:00:00Z',
    'revoked.txt',
  );
  expect(found).toMatchObject({
    exit: 1,
    format: 'dc+sd-jwt',
    verified: false,
    code: 'certificate_expired',
  });
  expect(found).toMatchObject({ type: null, issuer: null, claims: null, device: { bound: false } });
});

test('a VICAL is trusted only for the document types that it lists', async () => {
  const found = await run(
    'verify',
    '--trust',
    'roots.vical',
    '--session',
    'session.json',
    '--at',
    '2026-11-20T12:00:00Z',
    'sd.txt',
  );
  expect(found).toMatchObject({ exit: 1, verified: false, code: 'issuer_type_not_allowed' });
});

test('lists are printed with the anchors that cannot be used', async () => {
  expect(await run('anchors', 'roots.pem')).toMatchObject({
    exit: 0,
    format: 'pem',
    anchors: [{ country: 'UT' }],
    unreadable: [],
  });
  expect(await run('anchors', 'roots.vical')).toMatchObject({
    provider: 'Utopia',
    signature: { status: 'valid' },
    anchors: [{ name: 'C=UT, CN=Utopia Test Root', curve: 'P-256', types: [PID_DOCTYPE], countries: ['UT'] }],
    unreadable: [{ row: 1, code: 'certificate_malformed' }],
  });
  expect(await run('anchors', 'roots.jwt')).toMatchObject({
    format: 'lote',
    sequence: 7,
    anchors: [{ country: 'UT' }],
    unreadable: [{ row: 1, code: 'issuer_type_not_allowed' }],
  });
  expect(await run('anchors', 'session.json')).toMatchObject({
    exit: 1,
    format: null,
    code: 'trust_list_malformed',
  });
});

test.concurrent.each([
  [2, 'file_unreadable', ['--trust', 'roots.pem', 'missing']],
  [2, 'file_unreadable', ['--trust', 'missing', 'sd.txt']],
  [2, 'file_unreadable', ['--trust', 'roots.pem', '--session', 'missing', 'sd.txt']],
  [2, 'file_unreadable', ['--trust', 'roots.pem', '.']],
  [2, 'usage', ['--trust', 'roots.pem']],
  [2, 'usage', ['sd.txt']],
  [2, 'usage', ['--trust', 'roots.pem', '--at', '5', 'sd.txt']],
  [2, 'usage', ['--trust', 'roots.pem', '--at', '2026-13-01', 'sd.txt']],
  [1, 'trust_list_malformed', ['--trust', 'words', 'sd.txt']],
  [1, 'trust_list_malformed', ['--trust', 'empty', 'sd.txt']],
  [1, 'session_malformed', ['--trust', 'roots.pem', '--session', 'words', 'sd.txt']],
  [1, 'session_malformed', ['--trust', 'roots.pem', '--session', 'empty', 'sd.txt']],
  [1, 'input_unreadable', ['--trust', 'roots.pem', 'words']],
  [1, 'input_unreadable', ['--trust', 'roots.pem', 'empty']],
  [1, 'certificate_expired', ['--trust', 'roots.pem', '--at', '2031-01-01', 'sd.txt']],
] as const)('ends with %i and %s in one JSON object: verify %j', async (exit, code, args) => {
  const found = await run('verify', ...args);
  expect(found).toMatchObject({ exit, verified: false, code, message: expect.any(String) });
  expect(Object.keys(found)).toEqual([
    ...['format', 'type', 'verified', 'code', 'message', 'issuer', 'validity', 'device', 'claims', 'exit'],
  ]);
});

test('a time without a zone is in UTC', async () => {
  const at = (time: string) =>
    run('verify', '--trust', 'roots.pem', '--session', 'session.json', '--at', time, 'sd.txt');
  const times = ['2026-11-20T12:00:00', '2026-11-20T12:00:00.000Z', '2026-11-20T13:00:00+01:00'];
  for (const found of await Promise.all(times.map(at))) expect(found).toMatchObject({ exit: 0 });
  expect(await run('anchors', 'missing')).toMatchObject({ exit: 2, code: 'file_unreadable', anchors: [] });
});

function write(name: string, content: Uint8Array | string): void {
  writeFileSync(join(folder, name), content);
}

async function run(...args: string[]): Promise<{ [member: string]: unknown }> {
  const env = { ...process.env, INIT_CWD: folder };
  const found = await promisify(execFile)(process.execPath, [COMMAND, ...args], { env }).then(
    ({ stdout }) => ({ status: 0, stdout }),
    (error: { code: number; stdout: string }) => ({ status: error.code, stdout: error.stdout }),
  );
  return { ...(JSON.parse(found.stdout) as object), exit: found.status };
}
