import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { type DatePart, dateOrder } from '../locales/dateOrder.ts';
import { latinDigits } from '../locales/latinDigits.ts';
import { labelled } from '../locales/punctuation.ts';
import { fieldId } from './fieldTemplate.ts';
import type { FormPort } from './formPort.ts';

/** Maximum number of nationalities of a person. */
const MAX_NATIONALITIES = 5;

/** The date of birth, the nationalities and the place of birth. */
export function birthPage(form: FormPort) {
  const { details } = form.messages;
  const rule = form.fields.countryOfBirth;
  return html`
    ${dateField(form)} ${form.fields.nationalities === 'hidden' ? nothing : nationalities(form)}
    ${
      rule === 'hidden'
        ? nothing
        : form.country('countryOfBirth').render({
            label: details.countryOfBirth,
            hint: details.whyPerson,
            isOptional: rule === 'optional',
          })
    }
  `;
}

function nationalities(form: FormPort) {
  const { tag, details } = form.messages;
  const count = Math.max(1, countNationalities(form));
  const add = () => {
    form.type(`nationalities.${count}`, '');
    form.focus(`nationalities.${count}`);
  };
  return html`
    ${Array.from({ length: count }, (_, at) => {
      const label =
        at === 0
          ? details.nationality
          : `${details.nationality} ${new Intl.NumberFormat(tag).format(at + 1)}`;
      return html`
        <div class="row">
          ${form.country(`nationalities.${at}`).render({
            label,
            hint: at === 0 ? details.whyPerson : undefined,
            isOptional: at === 0 && form.fields.nationalities === 'optional',
          })}
          ${
            at === 0
              ? nothing
              : html`<button type="button" class="plain small" aria-label=${labelled(tag, details.remove, label)} @click=${() => remove(form, at, count)}>
                  ${details.remove}
                </button>`
          }
        </div>
      `;
    })}
    ${
      count < MAX_NATIONALITIES && form.typed['nationalities.0']
        ? html`<button type="button" class="plain small" @click=${add}>${details.addNationality}</button>`
        : nothing
    }
  `;
}

function countNationalities({ typed }: FormPort): number {
  return Object.keys(typed).filter((path) => path.startsWith('nationalities.')).length;
}

/** Removes a nationality; those after it move up. The pressed button disappears, so the focus is set again. */
function remove(form: FormPort, at: number, count: number): void {
  for (let position = at; position < count - 1; position++) {
    form.type(`nationalities.${position}`, form.typed[`nationalities.${position + 1}`] ?? '');
  }
  form.drop(`nationalities.${count - 1}`);
  form.focus(`nationalities.${at - 1}`);
}

/**
 * The date of birth as three fields in the order of the language. People know the date by heart; a calendar that opens
 * at today would be slow. A pasted date fills all three fields.
 */
function dateField(form: FormPort) {
  const { details } = form.messages;
  const id = fieldId('dateOfBirth');
  const error = form.error('dateOfBirth');
  const order = dateOrder(form.messages.tag);
  const source = form.source('dateOfBirth');
  return html`
    <fieldset class="field date" @paste=${(event: ClipboardEvent) => paste(form, order, event)}>
      <legend>${details.dateOfBirth}</legend>
      ${source ? html`<p class="hint">${source}</p>` : nothing}
      ${error ? html`<p class="field-error" id="${id}-error">${error}</p>` : nothing}
      <div class="parts">
        ${order.map(
          (part, at) => html`
            <div class=${part}>
              <label for=${at === 0 ? id : `${id}-${part}`}>${details[part]}</label>
              <input
                id=${at === 0 ? id : `${id}-${part}`}
                name="dateOfBirth.${part}"
                inputmode="numeric"
                autocomplete="bday-${part}"
                .value=${live(form.typed[`dateOfBirth.${part}`] ?? '')}
                required
                ?readonly=${source !== null}
                aria-invalid=${error ? 'true' : nothing}
                aria-describedby=${error ? `${id}-error` : nothing}
                @input=${(event: Event) => form.type(`dateOfBirth.${part}`, (event.target as HTMLInputElement).value)}
              />
            </div>
          `,
        )}
      </div>
    </fieldset>
  `;
}

function paste(form: FormPort, order: DatePart[], event: ClipboardEvent): void {
  const numbers = latinDigits(event.clipboardData?.getData('text') ?? '').match(/\d+/g) ?? [];
  if (numbers.length !== 3 || form.source('dateOfBirth') !== null) return;
  event.preventDefault();
  const written: DatePart[] = numbers[0]!.length === 4 ? ['year', 'month', 'day'] : order;
  for (const [at, part] of written.entries()) form.type(`dateOfBirth.${part}`, numbers[at]!);
  void form.update();
}
