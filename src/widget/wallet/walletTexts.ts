import type { OtherLanguage } from '../locales/languageTags.ts';
import { englishWallet } from './texts/englishWallet.ts';

/** The texts of the choice between wallet and typing. */
export type WalletTexts = typeof englishWallet;

/**
 * Loads the texts of a supported language; English for a language that the site added.
 * @throws the browser's error if the file fails to load
 */
export async function walletTexts(tag: string): Promise<WalletTexts> {
  if (tag === 'en') return englishWallet;
  const { walletFiles } = await import('./texts/walletFiles.ts');
  return Object.hasOwn(walletFiles, tag)
    ? (await walletFiles[tag as OtherLanguage]()).default
    : englishWallet;
}
