import { formatAddress } from 'localized-address-format';
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';

export type AddressPart = 'line1' | 'line2' | 'city' | 'region' | 'postalCode';

/** What an address of a country consists of. */
export interface AddressShape {
  /** In the order in which it is written there. */
  parts: AddressPart[];
  required: ReadonlySet<AddressPart>;
}

/** Every address has a postal code there, and it is needed to find the place. */
const NEED_POSTAL_CODE = set(
  'AT AU AX BE BG BR CA CH CN CY CZ DE DK EE ES FI FO FR GB GF GG GL GP GR GU HR HU IL IM IN IS IT JE JP KR LI LT LU LV ' +
    'MC MK MP MQ MT MX MY NC NL NO NZ PF PH PL PM PR PT RE RO RS RU SE SG SI SK SM TH TR TW UA US VI YT ZA',
);
/** Without it the place is not clear. */
const NEED_REGION = set('AE AU BR CA CN IN JP US');

/**
 * The shape of a country's addresses.
 * @param country ISO 3166-1 alpha-2.
 */
export function addressShape(country: string): AddressShape {
  const lines = formatAddress({
    postalCountry: country,
    addressLines: ['line1'],
    locality: 'city',
    administrativeArea: 'region',
    postalCode: 'postalCode',
  });
  const found = lines.join(' ').match(/line1|city|region|postalCode/g) as AddressPart[];
  const parts = found.flatMap((part): AddressPart[] => {
    if (part === 'line1') return ['line1', 'line2'];
    // On a Japanese envelope the city is the beginning of the street's line; here it has a field of its own.
    return part === 'region' && country === 'JP' ? ['region', 'city'] : [part];
  });
  const required = new Set<AddressPart>(['line1', 'city']);
  if (NEED_POSTAL_CODE.has(country)) required.add('postalCode');
  if (NEED_REGION.has(country)) required.add('region');
  return { parts, required };
}

/** Whether a postal code, in ASCII digits, is one of the country's; `true` where nothing is known of them. */
export function isPostalCode(code: string, country: string): boolean {
  if (!postcodeValidatorExistsForCountry(country)) return true;
  const typed = code.trim().toUpperCase();
  const plain = typed.replace(/[\s-]+/g, '');
  // Many leave out, or put in, the sign in the middle.
  const splits = [...plain].flatMap((_, at) =>
    ['-', ' '].map((sign) => plain.slice(0, at) + sign + plain.slice(at)),
  );
  return [typed, plain, ...splits].some((text) => postcodeValidator(text, country));
}

function set(codes: string): ReadonlySet<string> {
  return new Set(codes.split(' '));
}
