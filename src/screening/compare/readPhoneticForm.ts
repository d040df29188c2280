import type { PhoneticForm } from '../names/PhoneticForm.ts';
import { type NameColumns, tokenFlag } from './nameColumns.ts';

/** Writes the phonetic form of a listed part into `form`: it is needed too often to allocate one each time. */
export function readPhoneticForm(columns: NameColumns, token: number, form: PhoneticForm): void {
  const { tokenCodeStart, tokenCode, tokenLetters, tokenFlags } = columns;
  form.codes = tokenCode;
  form.from = tokenCodeStart[token]!;
  form.length = tokenCodeStart[token + 1]! - form.from;
  form.letters = tokenLetters[token]!;
  form.vowelless = (tokenFlags[token]! & tokenFlag.vowelless) !== 0;
}
