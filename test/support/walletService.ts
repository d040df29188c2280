import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readConfig } from '../../src/service/settings/config.ts';
import { pemOf } from '../../src/testwallet/authority.ts';
import { makeIssuer } from '../../src/testwallet/holder.ts';
import { startTestService } from './service.ts';

/** A service that trusts an issuer of its own in test mode, until the test is over. */
export async function startWalletService() {
  const now = new Date();
  const issuer = makeIssuer(now.getTime());
  const folder = mkdtempSync(join(tmpdir(), 'idv-wallet-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'root.pem'), pemOf(issuer.root.certificate, ['*']));
  const config = { wallet: { ...readConfig({}).wallet, testTrust: [folder] } };
  return { now, issuer, service: await startTestService({ now, config }) };
}
