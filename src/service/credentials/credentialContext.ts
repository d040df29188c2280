import type { SelfieCheckContext } from '../selfies/selfieContext.ts';
import type { Papers } from './relyingParty.ts';
import type { StatusLists } from './StatusLists.ts';
import type { WalletTrust } from './WalletTrust.ts';

/**
 * Dependencies of credential checks: the context of selfie checks (for portraits), roots, status lists and the relying
 * party's certificates.
 */
export interface CredentialContext extends SelfieCheckContext {
  walletTrust: WalletTrust;
  statusLists: StatusLists;
  papers: Papers;
}
