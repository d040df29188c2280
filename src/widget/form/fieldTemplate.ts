import { html, nothing, type TemplateResult } from 'lit';

export interface FieldParts {
  /** The path of the value: `address.city`. */
  name: string;
  label: string;
  /** Said behind the label of a field that may stay empty. */
  optional?: string | false;
  error: string | undefined;
  control: (attributes: ControlAttributes) => TemplateResult;
}

/** What ties a control to its label and its error. */
export interface ControlAttributes {
  id: string;
  invalid: 'true' | typeof nothing;
  describedBy: string | typeof nothing;
}

/** The id of the control of a value. */
export function fieldId(name: string): string {
  return `field-${name.replaceAll('.', '-')}`;
}

/** A label, a control and its error. */
export function fieldTemplate({ name, label, optional, error, control }: FieldParts): TemplateResult {
  const id = fieldId(name);
  const invalid = error ? ('true' as const) : nothing;
  return html`
    <div class="field">
      <label for=${id}>${label}${optional ? html` <span class="hint">${optional}</span>` : nothing}</label>
      ${control({ id, invalid, describedBy: error ? `${id}-error` : nothing })}
      ${error ? html`<p class="field-error" id="${id}-error">${error}</p>` : nothing}
    </div>
  `;
}
