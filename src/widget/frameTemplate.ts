import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Screen } from './flow.ts';
import { icon } from './icon.ts';
import type { Journey } from './Journey.ts';
import type { Locale } from './locales/Locale.ts';

/** Where a screen stands in the row of steps. */
const position: Partial<Record<Screen, number>> = { consent: 1, personal_details: 2, selfie: 3, sending: 3 };
const POSITIONS = [1, 2, 3];

export interface FrameParts {
  texts: Locale;
  journey: Journey | null;
  /** What the screen reader is told. */
  message: string;
  dir: string | null;
  close: (() => void) | null;
}

/** What surrounds every screen: the progress, the close button, the live region. */
export function frameTemplate({ texts, journey, message, dir, close }: FrameParts): TemplateResult {
  const { frame } = texts;
  return html`
    <div class="card" part="card" role="group" aria-label=${frame.label} lang=${texts.tag} dir=${dir ?? texts.dir}>
      <div class="top">
        ${progress(journey, texts)}
        ${journey?.case?.mode === 'test' ? html`<span class="badge">${frame.testMode}</span>` : nothing}
        ${
          close
            ? html`<button type="button" class="round" part="close" aria-label=${frame.close} @click=${close}>
                ${icon('close')}
              </button>`
            : nothing
        }
      </div>
      ${keyed(journey?.step, html`<div class="screen" part="screen">${journey?.step?.render() ?? nothing}</div>`)}
      <div class="visually-hidden" role="status">${message}</div>
    </div>
  `;
}

function progress(journey: Journey | null, { frame }: Locale) {
  const at = journey ? position[journey.screen] : undefined;
  if (!at) return html`<span class="progress"></span>`;
  return html`
    <span class="progress" part="progress">
      <span class="visually-hidden">${frame.progress(at, POSITIONS.length)}</span>
      ${POSITIONS.map((step) => html`<i class=${step < at ? 'done' : step === at ? 'now' : ''}></i>`)}
    </span>
  `;
}
