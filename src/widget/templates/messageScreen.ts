import { html, nothing, type TemplateResult } from 'lit';
import { primaryButton } from './primaryButton.ts';

export interface MessageScreen {
  picture: TemplateResult;
  tone: 'good' | 'calm' | 'bad';
  title: string;
  /** Empty: the title says it all. */
  text: string;
  /** A small line below the text, such as a reference. */
  note?: string | undefined;
  action?: { label: string; press: () => unknown } | undefined;
  /** Content below the action. */
  more?: unknown;
}

/** A screen with one message and at most one action. */
export function messageScreen({ picture, tone, title, text, note, action, more }: MessageScreen) {
  return html`
    <div class="message">
      <span part="emblem" class="emblem ${tone}">${picture}</span>
      <h2 part="heading" tabindex="-1">${title}</h2>
      <p class="lead" part="lead">${text}</p>
      ${note ? html`<p class="hint">${note}</p>` : nothing}
    </div>
    ${action || more ? html`<div class="actions">${action ? primaryButton(action) : nothing}${more}</div>` : nothing}
  `;
}
