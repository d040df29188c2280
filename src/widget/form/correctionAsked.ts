import type { SessionCase } from '../../contract/case.ts';
import type { Messages } from '../locales/messages.ts';
import type { Refusal } from '../templates/errorSummary.ts';

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
