import { html, nothing, type TemplateResult } from 'lit';
import type { FormPort } from './formPort.ts';

export interface FieldParts {
  /** The path of the value: `address.city`. */
  path: string;
  label: string;
  /** Text after the label of an optional field. */
  optional?: string | false;
  /** Text below the label. */
  hint?: string | undefined;
  error: string | undefined;
  control: (attributes: ControlAttributes) => TemplateResult;
}

/** The attributes that connect a control with its label, its hint and its error. */
export interface ControlAttributes {
  id: string;
  invalid: 'true' | typeof nothing;
  describedBy: string | typeof nothing;
}

/** The id of the control of a value. */
export function fieldId(path: string): string {
  return `field-${path.replaceAll('.', '-')}`;
}

/** A label, a control and its error. */
export function fieldTemplate({ path, label, optional, hint, error, control }: FieldParts): TemplateResult {
  const id = fieldId(path);
  const invalid = error ? ('true' as const) : nothing;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return html`
    <div class="field">
      <label for=${id}>${label}${optional ? html` <span class="hint">${optional}</span>` : nothing}</label>
      ${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : nothing}
      ${error ? html`<p class="field-error" id="${id}-error">${error}</p>` : nothing}
      ${control({ id, invalid, describedBy: described || nothing })}
    </div>
  `;
}

export interface TextField {
  path: string;
  label: string;
  autocomplete: string;
  isOptional?: boolean;
  hint?: string;
  /** The on-screen keyboard of phones; by default that for text. */
  keyboard?: 'email' | 'tel';
  /** Whether the value is written from left to right in every language. */
  isLatin?: boolean;
}

/** A text field. Pasted text is never truncated; a text that is too long is reported. */
export function textField(form: FormPort, field: TextField) {
  const { path, label, autocomplete, isOptional = false, hint, keyboard, isLatin = false } = field;
  const typed = form.typed[path] ?? '';
  const source = form.source(path);
  return fieldTemplate({
    path,
    label,
    hint: source ?? hint,
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
        ?readonly=${source !== null}
        aria-invalid=${invalid}
        aria-describedby=${describedBy}
        @input=${(event: Event) => form.type(path, (event.target as HTMLInputElement).value)}
      />
    `,
  });
}
