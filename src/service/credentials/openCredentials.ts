import type { ServiceContext } from '../context.ts';
import type { CredentialContext } from './credentialContext.ts';
import { readPapers } from './relyingParty.ts';
import { StatusLists } from './StatusLists.ts';
import { WalletTrust } from './WalletTrust.ts';

type Parts = Pick<CredentialContext, 'walletTrust' | 'statusLists' | 'papers'>;

/**
 * Reads the relying party's certificates, and loads the trust lists.
 * @returns the dependencies of credential checks; `stop` ends the timers.
 * @throws {ConfigError} if the certificates are not usable.
 */
export async function openCredentials(
  context: Pick<ServiceContext, 'config' | 'clock' | 'log'>,
): Promise<{ parts: Parts; stop(): Promise<unknown> }> {
  const papers = readPapers(context.config);
  const walletTrust = new WalletTrust(context);
  const statusLists = new StatusLists(context);
  await walletTrust.start();
  statusLists.start();
  const stop = () => Promise.all([walletTrust.stop(), statusLists.stop()]);
  return { parts: { walletTrust, statusLists, papers }, stop };
}
