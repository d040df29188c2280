import type { SessionCase } from '../../contract/case.ts';
import { dateOrder } from '../locales/dateOrder.ts';
import { fillText } from '../locales/fillText.ts';
import { isolated } from '../locales/isolated.ts';
import type { Messages, PluralText } from '../locales/messages.ts';
import { listed } from '../locales/punctuation.ts';
import { quoted } from '../locales/quoted.ts';
import type { Refusal } from '../templates/errorSummary.ts';
import { fieldId } from './fieldTemplate.ts';
import type { FieldProblem } from './formPort.ts';

/** The error text shown at a field. */
export function problemText(
  problem: FieldProblem,
  { tag, details, fieldErrors }: Messages,
  countryName: string,
): string {
  const { path, code, n = 0, character = '' } = problem;
  if (code === 'required') {
    const missing: Record<string, string> = fieldErrors.required;
    return missing[nameOf(path)] ?? fieldErrors.other;
  }
  const texts: Record<string, unknown> = fieldErrors;
  const text = Object.hasOwn(texts, code) ? (texts[code] as string | PluralText) : fieldErrors.other;
  // In the order of the fields.
  const parts = dateOrder(tag).map((part) => details[part]);
  return fillText(tag, text, {
    n,
    character: isolated(quoted(tag, character)),
    country: countryName,
    parts: listed(tag, parts),
  });
}

/** `address.city` -> `city`, `nationalities.1` -> `nationality`, `nationalId.type` -> `idType`. */
function nameOf(path: string): string {
  if (path.startsWith('nationalities.')) return 'nationality';
  const part = path.split('.').at(-1)!;
  return path.startsWith('nationalId.') ? `id${part[0]!.toUpperCase()}${part.slice(1)}` : part;
}

/** What the summary of a page says, in the order of its fields, which differs by language and country. */
export function refusalsOf(
  form: { textOf(problem: FieldProblem): string },
  problems: readonly FieldProblem[],
  root: ParentNode,
): Refusal[] {
  const fields = Array.from(root.querySelectorAll('form [id]'), ({ id }) => id);
  const placeOf = ({ path }: FieldProblem) => fields.indexOf(fieldId(path));
  return [...problems]
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map((problem) => ({ path: problem.path, text: form.textOf(problem) }));
}

/** The field that a reviewer asks the person to correct; `null` if there is none. */
export function correctionAsked(
  error: SessionCase['lastError'],
  { details }: Pick<Messages, 'details'>,
): Refusal | null {
  const fields: Record<string, [path: string, text: string]> = {
    details_name: ['familyName', details.nameTitle],
    details_date_of_birth: ['dateOfBirth', details.dateOfBirth],
    details_nationality: ['nationalities.0', details.nationality],
    details_address: ['address.line1', details.addressTitle],
    details_national_id: ['nationalId.number', details.idNumber],
  };
  const [path, text] = fields[error?.code ?? ''] ?? [];
  return path && text ? { path, text } : null;
}
