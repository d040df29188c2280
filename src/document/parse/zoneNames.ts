/** The names of a zone, words separated by spaces. */
export interface ZoneNames {
  /** The primary identifier; the whole name where there is no second part. */
  familyName: string;
  givenName: string | null;
  /** `possible` where the last place of the field is a letter (ICAO 9303-4, 4.2.3): compare as a prefix. */
  truncated: 'possible' | 'no';
}

/** Splits a field of names at the first double filler. One that begins with it has a single name, in the wrong place. */
export function zoneNames(field: string): ZoneNames {
  const [family = '', ...given] = field.replace(/<+$/, '').split('<<');
  const [primary, secondary] = [words(family), words(given.join('<'))];
  return {
    familyName: primary || secondary,
    givenName: (primary && secondary) || null,
    truncated: field.endsWith('<') ? 'no' : 'possible',
  };
}

function words(text: string): string {
  return text.replaceAll(/<+/g, ' ').trim();
}
