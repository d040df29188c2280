import type { IdentifierType } from './identifier.ts';

/** What kind of number a list means by its name of it: `Passport`, `Cedula No.`, `V.A.T. Number`; `other` if none is known. */
export function identifierType(name: string): IdentifierType {
  return words.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';
}

const words: [pattern: RegExp, type: IdentifierType][] = [
  [/passport|pasaporte|passeport|travel document|laissez-passer/i, 'passport'],
  [/\bIMO\b/, 'imo'],
  [/SWIFT|\bBIC\b/i, 'swift_bic'],
  [/legal entity (number|identifier)|\bLEI\b|leiCode/i, 'lei'],
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
