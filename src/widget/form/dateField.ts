import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { regionalTag } from '../locales/regionalTag.ts';
import type { FormPort } from './FormPort.ts';
import { fieldId } from './fieldTemplate.ts';
import { latinDigits } from './latinDigits.ts';

type Part = 'day' | 'month' | 'year';

/**
 * The date of birth as three fields in the order of the language: people know it by heart, and no calendar that opens today
 * gets them there. A whole date that is pasted fills all of them.
 */
export function dateField(form: FormPort) {
  const { details } = form.messages;
  const id = fieldId('dateOfBirth');
  const error = form.error('dateOfBirth');
  const order = dateOrder(form.messages.tag);
  return html`
    <fieldset class="field date" @paste=${(event: ClipboardEvent) => paste(form, order, event)}>
      <legend>${details.dateOfBirth}</legend>
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

/** Day, month and year as the language orders them, in the calendar that passports have. */
function dateOrder(tag: string): Part[] {
  const format = new Intl.DateTimeFormat(regionalTag(tag), {
    calendar: 'gregory',
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
  });
  const parts = format.formatToParts(0).map(({ type }) => type);
  return parts.filter((type): type is Part => type === 'day' || type === 'month' || type === 'year');
}

function paste(form: FormPort, order: Part[], event: ClipboardEvent): void {
  const numbers = latinDigits(event.clipboardData?.getData('text') ?? '').match(/\d+/g) ?? [];
  if (numbers.length !== 3) return;
  event.preventDefault();
  const written: Part[] = numbers[0]!.length === 4 ? ['year', 'month', 'day'] : order;
  for (const [at, part] of written.entries()) form.type(`dateOfBirth.${part}`, numbers[at]!);
  void form.update();
}
