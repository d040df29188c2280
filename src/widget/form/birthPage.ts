import { html, nothing } from 'lit';
import { dateField } from './dateField.ts';
import type { FormPort } from './FormPort.ts';

/** The most nationalities that one person may name. */
const MAX_NATIONALITIES = 5;

/** The date of birth, the nationalities and where the person was born. */
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
              : html`<button type="button" class="plain small" aria-label="${details.remove}: ${label}" @click=${() => remove(form, at, count)}>
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

/** Those below move up; the button that was pressed is gone, and the focus with it. */
function remove(form: FormPort, at: number, count: number): void {
  for (let position = at; position < count - 1; position++) {
    form.type(`nationalities.${position}`, form.typed[`nationalities.${position + 1}`] ?? '');
  }
  form.drop(`nationalities.${count - 1}`);
  form.focus(`nationalities.${at - 1}`);
}
