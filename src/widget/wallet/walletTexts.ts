import type { OtherLanguage } from '../locales/languageTags.ts';
import { englishWallet } from './texts/englishWallet.ts';

/** The texts of the choice between wallet and typing. */
export type WalletTexts = typeof englishWallet;

/** Title, lead, share, type, portrait, refused, source. */
type Parts = [string, string, string, string, string, string, string];

/**
 * Loads the texts of a supported language; English for a language that the site added.
 * @throws the browser's error if the file fails to load
 */
export async function walletTexts(tag: string): Promise<WalletTexts> {
  if (tag === 'en') return englishWallet;
  const { otherWallets } = await import('./texts/otherWallets.ts');
  const parts = otherWallets[tag as OtherLanguage];
  if (!parts) return englishWallet;
  const [title, lead, share, type, portrait, refused, source] = parts.split('|') as Parts;
  return { title, lead, share, type, portrait, refused, source };
}
