import type { ReportSubject } from '../../../contract/amlReport.ts';
import type { ScreeningInput } from '../screeningCipher.ts';

/** Who was looked for, as a report says it. */
export function reportSubject({ person, organisation }: ScreeningInput): ReportSubject {
  const { givenName, middleName, familyName, fullName } = person ?? {};
  const name =
    organisation?.name ?? fullName ?? [givenName, middleName, familyName].filter(Boolean).join(' ');
  const identifiers = (person ?? organisation)?.identifiers ?? [];
  return {
    kind: person ? 'person' : 'organisation',
    name,
    nativeName: person?.nativeName ?? null,
    dateOfBirth: person?.dateOfBirth ?? null,
    nationalities: person?.nationalities ?? [],
    countryOfBirth: person?.countryOfBirth ?? null,
    countries: organisation?.countries ?? [],
    identifiers: identifiers.map(({ country, type, number }) => ({
      country: country ?? null,
      type: type ?? null,
      last4: number.slice(-4),
    })),
  };
}
