import { html, nothing, type TemplateResult } from 'lit';

export interface FieldParts {
  /** The path of the value: `address.city`. */
  path: string;
  label: string;
  /** Said behind the label of a field that may stay empty. */
  optional?: string | false;
  /** Said below the label. */
  hint?: string | undefined;
  error: string | undefined;
  control: (attributes: ControlAttributes) => TemplateResult;
}

/** What ties a control to its label, its hint and its error. */
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
