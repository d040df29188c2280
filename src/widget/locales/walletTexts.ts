import { enWallet } from '../../texts/en/enWallet.ts';
import type { OtherLanguage } from './languageTags.ts';

/** The texts of the choice between wallet and typing. */
export type WalletTexts = typeof enWallet;

/**
 * Loads the texts of a supported language; English for a language that the site added.
 * @throws the browser's error if the file fails to load
 */
export async function walletTexts(tag: string): Promise<WalletTexts> {
  if (tag === 'en') return enWallet;
  const { walletFiles } = await import('./walletFiles.ts');
  return Object.hasOwn(walletFiles, tag) ? walletFiles[tag as OtherLanguage]() : enWallet;
}
