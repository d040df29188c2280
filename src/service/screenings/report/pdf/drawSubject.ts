import type { AmlReport } from '../../../../contract/amlReport.ts';
import { possibleMatchThreshold } from '../../../../screening/search/possibleMatchThreshold.ts';
import { parts } from './parts.ts';
import type { Sheet } from './Sheet.ts';
import { textStyles } from './textStyles.ts';

/** Who was looked for, and how. */
export function drawSubject(sheet: Sheet, { subject, lists, minScore }: AmlReport): void {
  parts.section(sheet, 'Who was screened');
  if (!subject) {
    sheet.text('Erased.', sheet.body, textStyles.value);
    return;
  }
  parts.field(sheet, subject.kind === 'person' ? 'Name' : 'Organisation', subject.name, {
    ...textStyles.value,
    size: 11,
  });
  parts.field(sheet, 'Name in its own script', subject.nativeName, { ...textStyles.value, size: 11 });
  parts.field(sheet, 'Date of birth', subject.dateOfBirth);
  parts.field(sheet, 'Nationality', subject.nationalities);
  parts.field(sheet, 'Country of birth', subject.countryOfBirth);
  parts.field(sheet, 'Countries', subject.countries);
  const numbers = subject.identifiers.map(({ country, type, last4 }) =>
    [country, type, `… ${last4}`].filter(Boolean).join(' '),
  );
  parts.field(sheet, 'Numbers', numbers);
  parts.field(sheet, 'Looked for on', lists ? lists.join(', ') : 'all kinds of lists');
  parts.field(
    sheet,
    'From a score of',
    minScore === null ? `${possibleMatchThreshold}, the default` : String(minScore),
  );
}
