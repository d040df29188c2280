import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { StatusLists } from '../../src/service/credentials/StatusLists.ts';
import { WalletTrust } from '../../src/service/credentials/WalletTrust.ts';
import { createLog } from '../../src/service/log.ts';
import { readConfig } from '../../src/service/settings/config.ts';
import { pemOf } from '../../src/testwallet/authority.ts';
import { makeIssuer, type TestIssuer } from '../../src/testwallet/holder.ts';
import { issueStatusJwt, issueVical } from '../../src/testwallet/issueLists.ts';
import { anchorFor } from '../../src/testwallet/scenario.ts';
import { readinessOf } from '../support/readinessOf.ts';
import { startTestService } from '../support/service.ts';

const log = createLog('silent', () => {});
const now = Date.now();
const clock = () => new Date(now);

function folderWith(issuer: TestIssuer) {
  const folder = mkdtempSync(join(tmpdir(), 'idv-trust-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'roots.pem');
  writeFileSync(file, pemOf(issuer.root.certificate));
  const config = readConfig({ DATA_DIR: join(folder, 'data'), WALLET_TEST_TRUST: file });
  return { file, config, folder };
}

test('the last good list stays in use, also after a restart; a removed root is dropped', async () => {
  const { file, config } = folderWith(makeIssuer(now));
  const trust = new WalletTrust({ config, clock, log });
  await trust.refresh();
  expect([trust.anchors('test').length, trust.anchors('live').length]).toEqual([1, 0]);
  expect(trust.problems()).toEqual([]);
  writeFileSync(file, 'no certificate at all, and no list either');
  await trust.refresh();
  expect([trust.anchors('test').length, trust.problems().map(({ code }) => code)]).toEqual([1, ['refused']]);
  const restarted = new WalletTrust({ config, clock, log });
  await restarted.refresh();
  expect(restarted.anchors('test').length).toBe(1);
  writeFileSync(file, pemOf(makeIssuer(now).root.certificate));
  const [before] = trust.anchors('test');
  await trust.refresh();
  expect(trust.anchors('test').map(({ certificate }) => certificate.sha256)).not.toEqual([
    before!.certificate.sha256,
  ]);
});

test('a list that cannot be stored is in use all the same, is reported, and is stored later', async () => {
  const { file, config, folder } = folderWith(makeIssuer(now));
  // No folder can be made below a file: as on a disk that is full or read-only, whoever runs the test.
  writeFileSync(join(folder, 'data'), '');
  const trust = new WalletTrust({ config, clock, log });
  await trust.start();
  onTestFinished(() => trust.stop());
  const state = () => [trust.anchors('test').length, ...trust.problems().map(({ code }) => code)];
  expect(state()).toEqual([1, 'not_kept']);
  const [before] = trust.anchors('test');
  writeFileSync(file, pemOf(makeIssuer(now).root.certificate));
  await trust.refresh();
  expect(state()).toEqual([1, 'not_kept']);
  expect(trust.anchors('test')[0]!.certificate.sha256).not.toBe(before!.certificate.sha256);
  rmSync(join(folder, 'data'));
  await trust.refresh();
  expect(state()).toEqual([1]);
  rmSync(file);
  const restarted = new WalletTrust({ config, clock, log });
  await restarted.refresh();
  expect(restarted.problems().map(({ code }) => code)).toEqual(['unreadable']);
});

test('a file that is too large is reported as too large, and the others of its folder are in use', async () => {
  const { folder } = folderWith(makeIssuer(now));
  writeFileSync(join(folder, 'large.pem'), Buffer.alloc((8 << 20) + 1));
  const config = readConfig({ DATA_DIR: join(folder, 'data'), WALLET_TEST_TRUST: folder });
  const trust = new WalletTrust({ config, clock, log });
  await trust.refresh();
  expect(trust.anchors('test').length).toBe(1);
  const detail = `${join(folder, 'large.pem')} cannot be read: it is larger than 8 MB`;
  expect(trust.problems()).toEqual([{ source: join(folder, 'large.pem'), code: 'unreadable', detail }]);
});

test('an older, wrongly signed or stale list is reported, and the last good one stays', async () => {
  const { folder } = folderWith(makeIssuer(now));
  const file = join(folder, 'list.vical');
  const { root, signer } = makeIssuer(now);
  const roots = [{ certificate: root.certificate, docType: ['eu.europa.ec.eudi.pid.1'] }];
  const at = (days: number, by = signer) => issueVical(by, roots, now + days * 86_400_000);
  writeFileSync(file, at(0));
  const pin = createHash('sha256').update(signer.certificate).digest('hex');
  const config = readConfig({
    DATA_DIR: join(folder, 'data'),
    WALLET_TRUST: file,
    WALLET_TRUST_SIGNERS: pin,
  });
  let time = now;
  const trust = new WalletTrust({ config, clock: () => new Date(time), log });
  const codes = async () => {
    await trust.refresh();
    return trust.problems().map(({ code }) => code);
  };
  expect(await codes()).toEqual([]);
  writeFileSync(file, at(-1));
  expect(await codes()).toEqual(['rolled_back']);
  writeFileSync(file, at(0, makeIssuer(now).signer));
  expect(await codes()).toEqual(['signer_not_pinned']);
  writeFileSync(file, at(0));
  time += 2 * 86_400_000;
  expect(await codes()).toEqual(['stale']);
  expect([trust.size, trust.anchors('live').length]).toEqual([1, 1]);
});

test('readiness reports problems of trust lists', async () => {
  const { file, config } = folderWith(makeIssuer(now));
  const service = await startTestService({ config: { wallet: config.wallet } });
  const wallet = async () => (await readinessOf(service)).checks.wallet;
  expect(await wallet()).toMatchObject({ status: 'ok', state: 'in_use', roots: 1, problems: [] });
  writeFileSync(file, 'no list');
  await service.deps.walletTrust.refresh();
  expect(await wallet()).toMatchObject({
    status: 'warn',
    state: 'problems',
    roots: 1,
    problems: [{ code: 'refused', detail: expect.stringContaining(file) }],
  });
});

test('a list URL requires a pinned signer', () => {
  expect(() => readConfig({ WALLET_TRUST: 'https://lists.example/pid.jws' })).toThrow(/WALLET_TRUST_SIGNERS/);
  expect(() => readConfig({ WALLET_CERTIFICATE_FILE: 'a.pem' })).toThrow(/WALLET_KEY_FILE/);
});

test('a status list reports revocation; one from another issuer or a blocked address is ignored', async () => {
  const issuer = makeIssuer(now);
  const list = new Uint8Array(16);
  list[0] = 0b1000_0000;
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.end(issueStatusJwt({ signer: issuer.signer, now, uri, bits: 1, list }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/status`;
  const lists = new StatusLists({ clock, log });
  const anchors = [anchorFor(issuer.root)];
  const at = (index: number) => ({ kind: 'status_list', uri, index }) as const;
  const trusted = { mode: 'test', anchors, allowLoopback: true } as const;
  expect((await lists.statusOf(at(7), trusted)).result).toBe('revoked');
  expect((await lists.statusOf(at(6), trusted)).result).toBe('valid');
  expect((await lists.statusOf(at(9999), trusted)).result).toBe('unknown');
  expect(requests).toBe(1);
  const other = new StatusLists({ clock, log });
  expect((await other.statusOf(at(6), { ...trusted, allowLoopback: false })).result).toBe('unknown');
  expect(requests).toBe(1);
  const stranger = { ...trusted, anchors: [anchorFor(makeIssuer(now).root)] };
  expect((await new StatusLists({ clock, log }).statusOf(at(6), stranger)).result).toBe('unknown');
});
