import { html, nothing } from 'lit';
import { listed } from '../locales/punctuation.ts';
import { textField } from './fieldTemplate.ts';
import type { FormPort } from './formPort.ts';
import { isFamilyFirst } from './nameOrder.ts';

/** The name as in the person's documents. */
export function namePage(form: FormPort) {
  const { tag, details } = form.messages;
  const { mononym } = form.typed;
  const isMononym = mononym === 'true';
  const names = [
    textField(form, { path: 'givenName', label: details.givenName, autocomplete: 'given-name' }),
    textField(form, { path: 'familyName', label: details.familyName, autocomplete: 'family-name' }),
  ];
  const name = textField(form, { path: 'fullName', label: details.fullName, autocomplete: 'name' });
  return html`
    ${isMononym ? name : isFamilyFirst(tag) ? names.reverse() : names}
    <label class="tick">
      <input
        type="checkbox"
        id="field-mononym"
        name="mononym"
        .checked=${isMononym || mononym === ASKED}
        @change=${(event: Event) => toggle(form, event)}
      />
      ${details.mononym}
    </label>
    ${mononym === ASKED ? secondThought(form) : nothing} ${moreNames(form, { isMononym })}
  `;
}

/** Replaces `true` while the person is asked for confirmation. */
const ASKED = 'asked';

/** Typed values are preserved whichever option the person chooses. */
function toggle(form: FormPort, { target }: Event): void {
  const { checked } = target as HTMLInputElement;
  form.type('mononym', checked ? ASKED : 'false');
  form.focus(checked ? 'mononym.question' : 'mononym');
}

/**
 * Asks for confirmation, because nearly everybody has two names: announces the change of the fields first, and warns if
 * two names were typed.
 */
function secondThought(form: FormPort) {
  const { ask, details } = form.messages;
  const typed = wordsTyped(form);
  const settle = (mononym: 'true' | 'false', field: string) => {
    form.type('mononym', mononym);
    if (mononym === 'true' && !form.typed['fullName']) form.type('fullName', typed.join(' '));
    form.focus(field);
  };
  return html`
    <div class="note" id="field-mononym-question" role="group" tabindex="-1" aria-label=${details.mononym}>
      <p>${details.mononymText}</p>
      ${typed.length > 1 ? html`<p><strong>${details.mononymTwo}</strong></p>` : nothing}
      <div class="pair">
        <button type="button" class="plain" part="secondary" @click=${() => settle('false', 'mononym')}>${ask.no}</button>
        <button type="button" class="plain" part="secondary" @click=${() => settle('true', 'fullName')}>${details.mononym}</button>
      </div>
    </div>
  `;
}

/** The typed words of given and family name, in the order of the fields. */
function wordsTyped({ messages, typed }: FormPort): string[] {
  const { givenName = '', familyName = '' } = typed;
  const names = isFamilyFirst(messages.tag) ? [familyName, givenName] : [givenName, familyName];
  return names.join(' ').split(/\s+/).filter(Boolean);
}

/** Names that not everybody has. Those that a policy requires are expanded; the others need one press. */
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
  return html`
    ${fields.filter(({ isOptional }) => !isOptional).map((field) => textField(form, field))}
    ${
      optional.length === 0
        ? nothing
        : html`<details ?open=${isOpen}>
            <summary>${listed(
              tag,
              optional.map(({ label }) => label),
            )}</summary>
            ${optional.map((field) => textField(form, field))}
          </details>`
    }
  `;
}
