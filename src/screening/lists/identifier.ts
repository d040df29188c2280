/** The number of a document or a register that a list gives for an entity. */
export interface Identifier {
  type: IdentifierType;
  /** Issuing country, ISO 3166-1 alpha-2; `null` if the list states none. */
  country: string | null;
  /** The number as the list writes it. */
  number: string;
  /** Further information of the list, such as the name of an unusual document or its date of issue. */
  note?: string;
}

/** The types of numbers. Append only: their order is that of a column of the index. */
export const identifierTypes = [
  'passport',
  'national_id',
  'tax_id',
  'registration',
  'social_security',
  'driving_licence',
  'birth_certificate',
  'residence_permit',
  'lei',
  'swift_bic',
  'imo',
  'other',
  'crypto',
  'mmsi',
  'aircraft',
] as const;
export type IdentifierType = (typeof identifierTypes)[number];

/** The type of a number by the list's term for it: `Passport`, `Cedula No.`, `V.A.T. Number`; `other` if unknown. */
export function identifierType(name: string): IdentifierType {
  return words.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';
}

const words: [pattern: RegExp, type: IdentifierType][] = [
  [
    /digital currency|crypto|wallet|\b(bitcoin|ethereum|BTC|XBT|ETH|USDT|USDC|TRX|LTC|XMR|XRP|BCH|ZEC|DASH)\b/i,
    'crypto',
  ],
  [/\bMMSI\b/i, 'mmsi'],
  [/aircraft|tail number|\bMSN\b/i, 'aircraft'],
  [/passport|pasaporte|passeport|travel document|laissez-passer/i, 'passport'],
  [/\bIMO\b/i, 'imo'],
  [/SWIFT|\bBIC ?(8|11)?\b/i, 'swift_bic'],
  [/legal entity (number|identifier)|lei code|\bLEI\b|leiCode/i, 'lei'],
  [/social security|\bSSN\b|\bNSS\b|pension/i, 'social_security'],
  [/driv(er|ing)/i, 'driving_licence'],
  [/birth certificate/i, 'birth_certificate'],
  [/residen(ce|tial|cy)|refugee|alien/i, 'residence_permit'],
  [
    /\btax|fiscal|V\.?A\.?T\b|R\.?F\.?C\b|\bNIT\b|\bRUC\b|C\.?U\.?I\.?T|\bINN\b|innCode|\bKPP\b|kppCode|T\.?I\.?N\b|\bRTN\b|\bRIF\b|\bGST\b|FEIN|N\.I\.F|C\.I\.F|tributaria/i,
    'tax_id',
  ],
  [
    /regist|company|business|commercial|enterprise|matricula|folio|unified social credit|ogrn|trade licen|chamber|incorporat|C\.R\. No|economic|C\.R\.|D-U-N-S|\bBIK\b|okpo|gazette/i,
    'registration',
  ],
  [
    /national|identi|\bID\b|cedula|C\.?U\.?R\.?P|D\.?N\.?I\b|I\.?F\.?E\b|C\.?U\.?I\b|tazkira|electoral|idNumber|personal|citizen|credencial|cartilla|military|ration card|phoenix|stateless|kenyan|identidad|N\.I\.E|C\.I\.N|tarjeta/i,
    'national_id',
  ],
];

/**
 * Merges numbers of one type that differ only in spaces, punctuation and case. A missing country is filled in from a
 * duplicate; equal numbers of different countries stay separate.
 */
export function mergedIdentifiers(identifiers: readonly Identifier[]): Identifier[] {
  const byNumber = new Map<string, Identifier>();
  for (const one of identifiers) {
    const key = `${one.type} ${one.number.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()}`;
    const before = byNumber.get(key);
    if (!before) byNumber.set(key, one);
    else if (before.country === null && one.country !== null)
      byNumber.set(key, { ...before, country: one.country });
    else if (one.country !== null && before.country !== one.country)
      byNumber.set(`${key} ${one.country}`, one);
  }
  return [...byNumber.values()];
}
