import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit';

/** The icons of the first screens. */
const paths = {
  person: svg`<circle cx="12" cy="8" r="4" /><path d="M4 21c0-4.4 3.6-7 8-7s8 2.6 8 7" />`,
  camera: svg`<path d="M3 8.5A1.5 1.5 0 0 1 4.5 7H8l1.6-2.4h4.8L16 7h3.5A1.5 1.5 0 0 1 21 8.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5z" /><circle cx="12" cy="13" r="3.5" />`,
  shield: svg`<path d="M12 3 5 5.6v5.6c0 4.4 2.9 8 7 9.8 4.1-1.8 7-5.4 7-9.8V5.6z" /><path d="m9 12 2.2 2.2L15.2 10" />`,
  back: svg`<path class="turns" d="M15 5l-7 7 7 7" />`,
  close: svg`<path d="m6 6 12 12M18 6 6 18" />`,
  alert: svg`<circle cx="12" cy="12" r="9" /><path d="M12 7.5v5.5M12 16.4v.1" />`,
};

/**
 * A decorative line drawing. The page may replace it through the slot `icon-NAME`.
 * @param lines the paths of an icon that only later screens need.
 */
export function icon(name: keyof typeof paths): TemplateResult;
export function icon(name: string, lines: SVGTemplateResult): TemplateResult;
export function icon(name: string, lines = paths[name as keyof typeof paths]): TemplateResult {
  return html`<slot name="icon-${name}" aria-hidden="true"><svg class="icon" part="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${lines}</svg></slot>`;
}
