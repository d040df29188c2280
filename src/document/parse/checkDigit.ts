/** How a check digit of a zone compares with what it protects; `blank`: a filler over an empty field. */
export type CheckDigitResult = 'pass' | 'fail' | 'blank';

/** The check digit of ICAO 9303 part 3, section 4.9: weights 7, 3, 1 on 0–9, A–Z (10–35) and the filler (0). */
export function checkDigitOf(text: string): string {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += numberOf(text.charCodeAt(i)) * WEIGHTS[i % 3]!;
  return String(sum % 10);
}

const WEIGHTS = [7, 3, 1];

function numberOf(code: number): number {
  if (code === FILLER_CODE) return 0;
  return code < FILLER_CODE ? code - 48 : code - 55;
}

const FILLER_CODE = 60;

/** Compares a field with its check digit. */
export function checked(field: string, digit: string): CheckDigitResult {
  if (digit === '<') return /^<*$/.test(field) ? 'blank' : 'fail';
  return checkDigitOf(field) === digit ? 'pass' : 'fail';
}
