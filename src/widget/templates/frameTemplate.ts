import { html, nothing, type TemplateResult } from 'lit';
import { fillText } from '../locales/fillText.ts';
import { directionOf } from '../locales/languageTags.ts';
import type { Messages } from '../locales/messages.ts';
import type { Progress } from '../step/progressOf.ts';
import type { Step } from '../step/step.ts';
import { icon } from './icon.ts';

export interface FrameParts {
  messages: Messages;
  step: Step | null;
  /** The number of previous screens. */
  turn: number;
  /** `null` on screens that are not part of the sequence. */
  progress: Progress | null;
  isTestMode: boolean;
  /** The text for the screen reader. */
  message: string;
  dir: string | null;
  /** Set if the page offers languages. */
  picker: unknown;
  close: (() => unknown) | null;
}

/** The frame of every screen: progress, close button, live region. */
export function frameTemplate({
  messages,
  step,
  turn,
  progress,
  isTestMode,
  message,
  dir,
  picker,
  close,
}: FrameParts): TemplateResult {
  const { frame } = messages;
  return html`
    <div class="root"><div class="card" part="card" role="group" aria-label=${frame.label} lang=${messages.tag} dir=${dir ?? directionOf(messages.tag)}><div class="body" part="body">
      <div class="top" part="top">
        <slot name="logo"></slot>
        ${
          step?.back
            ? html`<button type="button" class="round" part="back" aria-label=${frame.back} @click=${step.back}>
                ${icon('back')}
              </button>`
            : nothing
        }
        ${progressBar(progress, messages)}
        ${isTestMode ? html`<span class="badge" part="badge">${frame.testMode}</span>` : nothing}
        ${picker ?? nothing}
        ${
          close
            ? html`<button type="button" class="round" part="close" aria-label=${frame.close} @click=${close}>
                ${icon('close')}
              </button>`
            : nothing
        }
      </div>
      ${screens[turn % 2]!(step?.render())}
      <slot name="help"></slot>
      <slot name="footer"></slot>
      <div class="visually-hidden" role="status">${message}</div>
    </div></div></div>
  `;
}

/**
 * The screen, as two identical templates used in turn. Lit then creates new elements for every screen, so that no state
 * of the previous one remains.
 */
const screens = [
  (content: unknown) => html`<div class="screen" part="screen">${content ?? nothing}</div>`,
  (content: unknown) => html`<div class="screen" part="screen" >${content ?? nothing}</div>`,
];

function progressBar(progress: Progress | null, { tag, frame }: Messages) {
  if (!progress) return html`<span class="progress"></span>`;
  const { at, of } = progress;
  return html`
    <span class="progress" part="progress">
      <span class="visually-hidden">${fillText(tag, frame.progress, { step: at, of })}</span>
      ${Array.from({ length: of }, (_, step) => html`<i class=${step + 1 < at ? 'done' : step + 1 === at ? 'now' : ''}></i>`)}
    </span>
  `;
}
