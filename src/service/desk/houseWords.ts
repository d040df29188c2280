import type { Kysely } from 'kysely';
import type { Mode } from '../../contract/mode.ts';
import { ApiError } from '../ApiError.ts';
import type { HouseKind } from '../db/reviewTables.ts';
import type { Database } from '../db/schema.ts';
import { type HouseText, houseTexts } from '../db/store/houseTexts.ts';

/** The organisation's reasons and templates in one language: code and text, by kind. */
export type HouseWords = Record<HouseKind, { code: string; text: string }[]>;

/** Codes of an organisation's texts: none can be a code of the contract. */
const HOUSE_CODE = /^house_[a-z_]{1,40}$/;
export const isHouseCode = (code: string) => HOUSE_CODE.test(code);

/** The texts of an organisation in a language. Where a text lacks it, in English, or in the language that it has. */
export async function houseWords(
  db: Kysely<Database>,
  mode: Mode,
  language: string | null | undefined,
): Promise<HouseWords> {
  const words: HouseWords = { approved: [], declined: [], note: [], message: [] };
  for (const { code, kind, texts } of await houseTexts.list(db, mode))
    words[kind].push({ code, text: inLanguage(texts, language) });
  return words;
}

function inLanguage(texts: HouseText['texts'], language: string | null | undefined): string {
  const [base = ''] = (language ?? '').split('-');
  return texts[language ?? ''] ?? texts[base] ?? texts['en'] ?? Object.values(texts)[0] ?? '';
}

/** The words of a code of the organisation; `null` for any other code, and for a text that was deleted. */
export function houseReason({ approved, declined }: HouseWords, code: string): string | null {
  return [...approved, ...declined].find((one) => one.code === code)?.text ?? null;
}

/** @throws {ApiError} `reason_conflict` for a reason of the organisation that is none of this decision. */
export function requireHouseReason(words: HouseWords, outcome: string, reason: string): void {
  if (!isHouseCode(reason)) return;
  const own = outcome === 'approved' || outcome === 'declined' ? words[outcome] : undefined;
  if (own?.some(({ code }) => code === reason)) return;
  throw new ApiError('reason_conflict', {
    detail: 'This reason can no longer be given for this decision. Choose another one.',
  });
}
