import { html, nothing } from 'lit';
import { fillText } from '../locales/fillText.ts';
import { isolated } from '../locales/isolated.ts';
import { textField } from './fieldTemplate.ts';
import type { FormPort } from './formPort.ts';

/** An example number from a range that is reserved for fiction. */
export const PHONE_EXAMPLE = isolated('+44 20 7946 0000');

/** Contact details of the person, and a national identification number, as required by the policy. */
export function morePage(form: FormPort) {
  const { tag, details } = form.messages;
  const { email, phone, nationalId } = form.fields;
  return html`
    ${
      email === 'hidden'
        ? nothing
        : textField(form, {
            path: 'email',
            label: details.email,
            autocomplete: 'email',
            keyboard: 'email',
            isLatin: true,
            isOptional: email === 'optional',
          })
    }
    ${
      phone === 'hidden'
        ? nothing
        : textField(form, {
            path: 'phone',
            label: details.phone,
            hint: fillText(tag, details.phoneHint, { example: PHONE_EXAMPLE }),
            autocomplete: 'tel',
            keyboard: 'tel',
            isLatin: true,
            isOptional: phone === 'optional',
          })
    }
    ${nationalId === 'hidden' ? nothing : idFields(form, { isOptional: nationalId === 'optional' })}
  `;
}

function idFields(form: FormPort, { isOptional }: { isOptional: boolean }) {
  const { details } = form.messages;
  return html`
    ${form.country('nationalId.country').render({ label: details.idCountry, isOptional })}
    ${textField(form, { path: 'nationalId.type', label: details.idType, autocomplete: 'off', isOptional })}
    ${textField(form, { path: 'nationalId.number', label: details.idNumber, autocomplete: 'off', isOptional })}
  `;
}
