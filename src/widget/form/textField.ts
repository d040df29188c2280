import { html, nothing } from 'lit';
import type { FormPort } from './FormPort.ts';
import { fieldTemplate } from './fieldTemplate.ts';

export interface TextField {
  path: string;
  label: string;
  autocomplete: string;
  isOptional?: boolean;
  hint?: string;
  /** What kind of keyboard a phone shows; a text's by default. */
  keyboard?: 'email' | 'tel';
  /** Written from left to right in every language. */
  isLatin?: boolean;
}

/** A field for a text. Nothing cuts what is pasted: what is too long is said. */
export function textField(form: FormPort, field: TextField) {
  const { path, label, autocomplete, isOptional = false, hint, keyboard, isLatin = false } = field;
  const typed = form.typed[path] ?? '';
  return fieldTemplate({
    path,
    label,
    hint,
    optional: isOptional && form.messages.details.optional,
    error: form.error(path),
    control: ({ id, invalid, describedBy }) => html`
      <input
        id=${id}
        name=${path}
        type=${keyboard ?? 'text'}
        dir=${isLatin ? 'ltr' : typed ? 'auto' : nothing}
        autocomplete=${autocomplete}
        autocapitalize=${keyboard ? 'none' : 'words'}
        spellcheck="false"
        .value=${typed}
        ?required=${!isOptional}
        aria-invalid=${invalid}
        aria-describedby=${describedBy}
        @input=${(event: Event) => form.type(path, (event.target as HTMLInputElement).value)}
      />
    `,
  });
}
