/** The start of a formula. Some spreadsheets accept the full-width characters as well. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
/** A formula after a semicolon or a tab. A spreadsheet that uses these as separators splits the text there. */
const LATER_FORMULA = /([;\t]\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/**
 * A cell of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula is prefixed with an apostrophe.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvCell(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : defused(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function defused(text: string): string {
  const safe = text.replace(LATER_FORMULA, "$1'");
  return FORMULA.test(safe) ? `'${safe}` : safe;
}
