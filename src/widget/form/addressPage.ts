import { html, nothing } from 'lit';
import { formatAddress } from 'localized-address-format';
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';
import { textField } from './fieldTemplate.ts';
import type { FieldProblem, FormPort } from './formPort.ts';

const AUTOCOMPLETE: Record<AddressPart, string> = {
  line1: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  region: 'address-level1',
  postalCode: 'postal-code',
};

/** The country, then the fields of its address format, in its order. */
export function addressPage(form: FormPort) {
  const { details } = form.messages;
  const isOptional = form.fields.address === 'optional';
  const country = form.typed['address.country'];
  return html`
    ${form.country('address.country').render({
      label: details.country,
      hint: details.whyAddress,
      isOptional,
      autocomplete: 'country-name',
    })}
    ${country ? parts(form, country) : nothing}
  `;
}

function parts(form: FormPort, country: string) {
  const { details } = form.messages;
  const { parts, required } = addressShape(country);
  return parts.map((part) =>
    textField(form, {
      path: `address.${part}`,
      label: part === 'region' ? form.regionLabel(country) : details[part],
      autocomplete: AUTOCOMPLETE[part],
      isOptional: !required.has(part),
    }),
  );
}

/**
 * Missing required fields of the country's address format, and an invalid postal code.
 * @param latinDigits passed in, because this script shares no chunk with the other later ones.
 */
export function addressProblems(
  typed: Readonly<Record<string, string>>,
  latinDigits: (text: string) => string,
): FieldProblem[] {
  const country = typed['address.country'];
  if (!country) return [];
  const { required, parts } = addressShape(country);
  const missing = parts.filter((part) => required.has(part) && !typed[`address.${part}`]?.trim());
  const problems = missing.map((part) => ({ path: `address.${part}`, code: 'required' }));
  const code = typed['address.postalCode']?.trim();
  const isWrong = code && parts.includes('postalCode') && !isPostalCode(latinDigits(code), country);
  return isWrong ? [...problems, { path: 'address.postalCode', code: 'postal_code_invalid' }] : problems;
}

/**
 * Removes values that the chosen country's address does not have. If a country writes no city, sets it, because every
 * address needs one: the region's name in the Emirates, the country's name in Singapore.
 */
export function settleAddress(form: FormPort): void {
  const country = form.typed['address.country'];
  if (!country) return;
  const { parts } = addressShape(country);
  for (const part of ['region', 'postalCode'] as const)
    if (!parts.includes(part)) form.drop(`address.${part}`);
  if (parts.includes('city')) return;
  const name = new Intl.DisplayNames(['en'], { type: 'region' }).of(country) ?? country;
  form.type('address.city', form.typed['address.region'] || name);
}

type AddressPart = 'line1' | 'line2' | 'city' | 'region' | 'postalCode';

/** The address format of a country. */
interface AddressShape {
  /** In the order of that country. */
  parts: AddressPart[];
  required: ReadonlySet<AddressPart>;
}

/** Countries in which every address has a postal code that is needed to find the place. */
const NEED_POSTAL_CODE = set(
  'AT AU AX BE BG BR CA CH CN CY CZ DE DK EE ES FI FO FR GB GF GG GL GP GR GU HR HU IL IM IN IS IT JE JP KR LI LT LU LV ' +
    'MC MK MP MQ MT MX MY NC NL NO NZ PF PH PL PM PR PT RE RO RS RU SE SG SI SK SM TH TR TW UA US VI YT ZA',
);
/** Countries in which an address is ambiguous without the region. */
const NEED_REGION = set('AE AU BR CA CN IN JP US');

const REGIONS = {
  state: set('AU BR FM IN MH MX MY NG PW US VE'),
  province: set('AR CA CN CR CU ES ID IR IT MZ PA PG PH TH TR VN'),
  county: set('EE IE RO TW'),
};

/** The label of a country's first-level divisions; `region` if no single term fits, as in the Emirates or Japan. */
export function kindOfRegion(country: string): 'state' | 'province' | 'county' | 'region' {
  const kinds = ['state', 'province', 'county'] as const;
  return kinds.find((kind) => REGIONS[kind].has(country)) ?? 'region';
}

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
  const names = lines.join(' ').match(/line1|city|region|postalCode/g) as AddressPart[];
  const parts = names.flatMap((part): AddressPart[] => {
    if (part === 'line1') return ['line1', 'line2'];
    // In Japan the city is written at the beginning of the street line; here it has a field of its own.
    return part === 'region' && country === 'JP' ? ['region', 'city'] : [part];
  });
  const required = new Set<AddressPart>(['line1', 'city']);
  if (NEED_POSTAL_CODE.has(country)) required.add('postalCode');
  if (NEED_REGION.has(country)) required.add('region');
  return { parts, required };
}

/** Whether a postal code, in ASCII digits, is valid in the country; `true` if its format is unknown. */
export function isPostalCode(code: string, country: string): boolean {
  if (!postcodeValidatorExistsForCountry(country)) return true;
  const typed = code.trim().toUpperCase();
  const plain = typed.replace(/[\s-]+/g, '');
  // Many people omit or add the separator in the middle.
  const splits = [...plain].flatMap((_, at) =>
    ['-', ' '].map((sign) => plain.slice(0, at) + sign + plain.slice(at)),
  );
  return [typed, plain, ...splits].some((text) => postcodeValidator(text, country));
}

function set(codes: string): ReadonlySet<string> {
  return new Set(codes.split(' '));
}
