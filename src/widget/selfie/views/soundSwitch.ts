import { html } from 'lit';
import type { Messages } from '../../locales/Messages.ts';
import { cue } from '../capture/cue.ts';

/** Tones on wish. @param changed renders. */
export function soundSwitch({ selfie }: Messages, changed: () => void) {
  const press = () => {
    cue.switchSound();
    changed();
  };
  return html`<button type="button" class="plain" part="secondary" aria-pressed=${cue.hasSound ? 'true' : 'false'} @click=${press}>
    <span aria-hidden="true">${cue.hasSound ? '🔊' : '🔇'}</span> ${selfie.sound}
  </button>`;
}
