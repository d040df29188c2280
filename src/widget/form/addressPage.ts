import { html, nothing } from 'lit';
import { type AddressPart, type AddressShape, addressShape, isPostalCode } from './addressShape.ts';
import type { FieldProblem } from './FieldProblem.ts';
import type { FormPort } from './FormPort.ts';
import { textField } from './textField.ts';

const AUTOCOMPLETE: Record<AddressPart, string> = {
  line1: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  region: 'address-level1',
  postalCode: 'postal-code',
};

/** The country first, then what an address has there, in its order. */
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
    ${country ? parts(form, addressShape(country)) : nothing}
  `;
}

function parts(form: FormPort, { parts, required }: AddressShape) {
  const { details } = form.messages;
  return parts.map((part) =>
    textField(form, {
      path: `address.${part}`,
      label: details[part],
      autocomplete: AUTOCOMPLETE[part],
      isOptional: !required.has(part),
    }),
  );
}

/**
 * What an address of that country must have and has not, and a postal code that is none.
 * @param latinDigits given, since this script shares nothing with the other later ones.
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
 * What isn't asked for in that country and so can't stay from another one; and the city, which every address has, where a
 * country writes none: the region's name in the Emirates, the country's in Singapore.
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
