import { html, nothing } from 'lit';
import { textField } from './fieldTemplate.ts';
import type { FormPort } from './formPort.ts';

/** The name, as the documents have it. */
export function namePage(form: FormPort) {
  const { details } = form.messages;
  const isMononym = form.typed['mononym'] === 'true';
  return html`
    ${
      isMononym
        ? textField(form, { path: 'fullName', label: details.fullName, autocomplete: 'name' })
        : html`
            ${textField(form, { path: 'givenName', label: details.givenName, autocomplete: 'given-name' })}
            ${textField(form, { path: 'familyName', label: details.familyName, autocomplete: 'family-name' })}
          `
    }
    <label class="tick">
      <input type="checkbox" name="mononym" .checked=${isMononym} @change=${(event: Event) => toggle(form, event)} />
      ${details.mononym}
    </label>
    ${moreNames(form, { isMononym })}
  `;
}

/** What is typed stays, whichever way the person decides. */
function toggle(form: FormPort, { target }: Event): void {
  const { checked } = target as HTMLInputElement;
  form.type('mononym', String(checked));
  if (checked && !form.typed['fullName']) form.type('fullName', form.typed['familyName'] ?? '');
  void form.update();
}

/** Names that not everybody has: those that a policy requires stand open, the others are one press away. */
function moreNames(form: FormPort, { isMononym }: { isMononym: boolean }) {
  const { tag, details } = form.messages;
  const fields = (['middleName', 'nativeName'] as const)
    .filter((path) => form.fields[path] !== 'hidden' && !(isMononym && path === 'middleName'))
    .map((path) => ({
      path,
      label: details[path],
      autocomplete: path === 'middleName' ? 'additional-name' : 'off',
      isOptional: form.fields[path] === 'optional',
    }));
  const optional = fields.filter(({ isOptional }) => isOptional);
  const isOpen = optional.some(({ path }) => form.typed[path] || form.error(path));
  const list = new Intl.ListFormat(tag, { style: 'short', type: 'unit' });
  return html`
    ${fields.filter(({ isOptional }) => !isOptional).map((field) => textField(form, field))}
    ${
      optional.length === 0
        ? nothing
        : html`<details ?open=${isOpen}>
            <summary>${list.format(optional.map(({ label }) => label))}</summary>
            ${optional.map((field) => textField(form, field))}
          </details>`
    }
  `;
}
