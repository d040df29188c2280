import { html } from 'lit';
import type { Messages } from '../../locales/Messages.ts';
import { cue } from '../capture/cue.ts';
import { selfieIcon } from './selfieIcon.ts';

/** Tones on wish. @param changed renders. */
export function soundSwitch({ selfie }: Messages, changed: () => void) {
  const press = () => {
    cue.switchSound();
    changed();
  };
  return html`<button type="button" class="plain" part="secondary" aria-pressed=${cue.hasSound ? 'true' : 'false'} @click=${press}>
    ${selfieIcon(cue.hasSound ? 'sound' : 'muted')} ${selfie.sound}
  </button>`;
}
