import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/service/settings/config.ts';
import { pemOf } from '../../src/testwallet/authority.ts';
import { answerAs, makeIssuer } from '../../src/testwallet/holder.ts';
import { startTestService } from '../support/service.ts';
import { createWalletCase, read, respond } from '../support/walletCase.ts';
import { WALLET_ORIGIN, walletHolder } from '../support/walletHolder.ts';

test('a check that fails by a fault of the service is told as such, and its cause is logged', async () => {
  const now = new Date();
  const issuer = makeIssuer(now.getTime());
  const folder = mkdtempSync(join(tmpdir(), 'idv-wallet-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'root.pem'), pemOf(issuer.root.certificate));
  const service = await startTestService({
    now,
    config: { wallet: { ...readConfig({}).wallet, testTrust: [folder] } },
  });
  service.deps.examiner.inspectPortrait = () => Promise.reject(new TypeError('out of order'));
  const opened = await createWalletCase(service);
  const [request] = opened.request.requests;
  const options = { format: 'dc+sd-jwt', now: now.getTime(), issuer } as const;
  await respond(service, opened, answerAs(walletHolder, request, WALLET_ORIGIN, options));
  for (let attempt = 1; attempt < 3; attempt++) {
    service.advance(60_000);
    await service.tick();
  }
  const { body: credential } = await service.call('GET', `/credentials/${opened.request.id}`);
  expect(credential).toMatchObject({ status: 'refused', code: 'check_failed' });
  expect((await read(service, opened)).lastError).toMatchObject({ code: 'credential_unusable' });
  expect(service.logged()).toMatch(/"event":"check given up","kind":"check_credential".*"error":"TypeError"/);
  const { facts } = await service.deps.db
    .selectFrom('cases')
    .select('facts')
    .where('id', '=', opened.id)
    .executeTakeFirstOrThrow();
  expect(facts).toMatchObject({ credential: 'refused', credentialReason: 'check_failed' });
});
