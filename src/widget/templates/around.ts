import { html, type TemplateResult } from 'lit';

/** A text with a template in place of its only placeholder. */
export function around(text: string, value: TemplateResult): TemplateResult {
  const [before, after] = text.split(/\{\w+\}/);
  return html`${before}${value}${after}`;
}
