/** A state or province that issues licences with a barcode of the AAMVA. */
export interface Issuer {
  jurisdiction: string;
  country: 'USA' | 'CAN' | 'MEX';
}

/** The issuer of an issuer identification number (https://www.aamva.org/identity/issuer-identification-numbers-(iin)). */
export function issuerOf(iin: string): Issuer | null {
  const jurisdiction = JURISDICTIONS[iin];
  const country = jurisdiction && countryOfJurisdiction(jurisdiction);
  return country ? { jurisdiction, country } : null;
}

/** @returns null if no state or province has this code. */
export function countryOfJurisdiction(jurisdiction: string): Issuer['country'] | null {
  if (CANADA.has(jurisdiction)) return 'CAN';
  if (MEXICO.has(jurisdiction)) return 'MEX';
  return Object.values(JURISDICTIONS).includes(jurisdiction) ? 'USA' : null;
}

const CANADA = new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '));
const MEXICO = new Set(['CU', 'HL']);

/** In the order of their numbers from 636000; 636027 is the Department of State, which has no code. */
const FROM_636000 =
  'VA NY MA MD NC SC CT LA MT NM FL DE ON NS CA TX NL NB IA GU CO AR KS OH VT PA AZ - BC OR MO WI MI AL ND IL NJ IN MN NH UT ME SD DC SK WA KY HI MB NV ID MS RI TN NE GA CU HL OK AK WY WV VI';
const FROM_604426 = 'PE AS QC YT MP PR AB NU NT';

const JURISDICTIONS: Record<string, string> = Object.fromEntries(
  [[636000, FROM_636000] as const, [604426, FROM_604426] as const].flatMap(([first, codes]) =>
    codes.split(' ').flatMap((code, i) => (code === '-' ? [] : [[String(first + i), code]])),
  ),
);
