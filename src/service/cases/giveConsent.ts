import type { Kysely } from 'kysely';
import type { Consent, GiveConsent } from '../../contract/consent.ts';
import { ApiError } from '../ApiError.ts';
import type { ServiceContext } from '../context.ts';
import { purposes } from '../crypto/purposes.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { CaseFacts, Database } from '../db/schema.ts';
import { consentTexts } from '../db/store/consentTexts.ts';
import { advanceCase } from './advanceCase.ts';
import type { CaseRow } from './caseRow.ts';
import { changeCase } from './changeCase.ts';
import { moveCase, requireInput } from './moveCase.ts';
import { consentOf } from './viewCase.ts';

/**
 * Records the person's consent and the text that was shown. Declining cancels the case; refusing only the face check
 * follows the policy.
 * @throws {ApiError} `case_state_conflict`; `consent_text_unknown`; `validation_failed` if text and hash differ.
 */
export async function giveConsent(
  context: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
  input: GiveConsent,
): Promise<Consent> {
  const now = context.clock();
  requireInput(row, now);
  const { biometric, textVersion, locale } = input;
  const face = biometric && input.face !== false;
  const textHash = await knownText(context, tx, row, input);
  const consent = { biometric, face, textVersion, locale, textHash, at: now.toISOString() };
  const words = JSON.stringify({ textVersion, locale, textHash });
  const set = {
    consent: JSON.stringify({ biometric, face, at: consent.at }),
    consent_words: context.vault.seal(row, purposes.consentWords, words),
    facts: JSON.stringify(factsAfter(row, { biometric, face })),
  };
  if (!biometric) {
    await moveCase(context, tx, row, { to: 'canceled', by: 'person', set });
  } else if (!face && row.policy.withoutFace === 'cancel') {
    await moveCase(context, tx, row, { to: 'canceled', by: 'person', reasons: ['face_refused'], set });
  } else {
    await advanceCase(context, tx, await changeCase(context, tx, row, { set }));
  }
  return consent;
}

/**
 * A refused face check is no longer due. If it is accepted again, the result before the refusal counts: a page must not
 * clear a verdict by refusing.
 */
function factsAfter({ facts }: CaseRow, { biometric, face }: Pick<Consent, 'biometric' | 'face'>): CaseFacts {
  const { selfieBefore = 'none', ...others } = facts;
  const before = facts.selfie === 'refused' ? selfieBefore : facts.selfie;
  if (biometric && !face) return { ...others, selfie: 'refused', selfieBefore: before };
  return { ...others, selfie: face ? before : facts.selfie };
}

/**
 * Stores the displayed text, one for each case. A hash alone is known only to the case that has sent its text: another
 * one could try which texts exist.
 * @returns its hash; `null` if the page did not send the text.
 */
async function knownText(
  { vault }: ServiceContext,
  tx: Kysely<Database>,
  row: CaseRow,
  { text, textHash }: GiveConsent,
): Promise<string | null> {
  if (text === undefined) {
    if (textHash === undefined) return null;
    if (consentOf(vault, row)?.textHash === textHash) return textHash;
    throw new ApiError('consent_text_unknown', {
      detail: 'The case does not have this text yet: send the text with its hash.',
    });
  }
  const hash = sha256(text);
  if (textHash !== undefined && textHash !== hash) {
    const detail = 'The hash is not the SHA-256 of the text. Hash the UTF-8 text that you send.';
    throw new ApiError('validation_failed', {
      errors: [{ pointer: '#/textHash', code: 'hash_mismatch', detail }],
    });
  }
  const sealed = vault.seal(row, purposes.consentText, text);
  await consentTexts.put(tx, { case_id: row.id, sealed });
  return hash;
}
