import type { SelfieCheckContext } from '../selfies/selfieContext.ts';
import type { Papers } from './relyingParty.ts';
import type { StatusLists } from './StatusLists.ts';
import type { WalletTrust } from './WalletTrust.ts';

/** What checks of credentials are given: the context of selfies, since portraits are looked at, roots, lists and papers. */
export interface CredentialContext extends SelfieCheckContext {
  walletTrust: WalletTrust;
  statusLists: StatusLists;
  papers: Papers;
}
