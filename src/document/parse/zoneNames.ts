/** The names of a zone, words separated by spaces. */
export interface ZoneNames {
  /** The primary identifier; the whole name where there is no second part. */
  familyName: string;
  givenName: string | null;
  /** `possible` where the last place of the field is a letter (ICAO 9303-4, 4.2.3): compare as a prefix. */
  truncated: 'possible' | 'no';
}

/** Splits a field of names at the first double filler. */
export function zoneNames(field: string): ZoneNames {
  const [family = '', ...given] = field.replace(/<+$/, '').split('<<');
  return {
    familyName: words(family),
    givenName: words(given.join('<')) || null,
    truncated: field.endsWith('<') ? 'no' : 'possible',
  };
}

function words(text: string): string {
  return text.replaceAll(/<+/g, ' ').trim();
}
