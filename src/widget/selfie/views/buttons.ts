import { html, nothing, svg } from 'lit';
import type { Messages } from '../../locales/messages.ts';
import { icon } from '../../templates/icon.ts';
import { type PrimaryButton, primaryButton } from '../../templates/primaryButton.ts';
import { cue } from '../capture/cue.ts';

export interface PhotoButton {
  label: string;
  isPrimary?: boolean;
  upload: (photo: Blob) => unknown;
}

/** Chooses a photo from a file or another source of the device. */
export function photoButton({ label, upload, isPrimary = false }: PhotoButton) {
  const open = ({ currentTarget }: Event) =>
    ((currentTarget as HTMLElement).nextElementSibling as HTMLInputElement).click();
  const chosen = ({ currentTarget }: Event) => {
    const input = currentTarget as HTMLInputElement;
    const photo = input.files?.[0];
    // Choosing the same file again then counts as a change.
    input.value = '';
    if (photo) upload(photo);
  };
  return html`
    <button
      type="button"
      class=${isPrimary ? 'primary' : 'plain'}
      part=${isPrimary ? 'primary' : 'secondary'}
      @click=${open}
    >
      ${label}
    </button>
    <input
      type="file"
      accept="image/jpeg,image/png,image/webp"
      hidden
      aria-label=${label}
      @change=${chosen}
    />
  `;
}

/** Offers the drawn face instead of a camera. */
export function testFaceButton(label: string, press: (() => unknown) | null) {
  if (!press) return nothing;
  return html`<button type="button" class="plain" part="secondary" @click=${press}>${label}</button>`;
}

/** The hand-off to a phone, if it is offered. */
export interface PhoneWay {
  /** Whether it is the main action. */
  isFirst: boolean;
  press: () => unknown;
}

export function phoneButton({ handoff }: Messages, phone: PhoneWay | null) {
  if (!phone || !handoff) return nothing;
  return wayButton({ label: handoff.offer, press: phone.press, isPlain: !phone.isFirst });
}

/** A button of a screen: the primary action, or a secondary one. */
export function wayButton({ isPlain, ...button }: PrimaryButton & { isPlain: boolean | undefined }) {
  if (!isPlain) return primaryButton(button);
  return html`<button type="button" class="plain" part="secondary" @click=${button.press}>${button.label}</button>`;
}

/** A switch for the tones. @param changed renders the screen. */
export function soundSwitch({ selfie }: Messages, changed: () => void) {
  const press = () => {
    cue.switchSound();
    changed();
  };
  return html`<button type="button" class="plain" part="secondary" aria-pressed=${cue.hasSound ? 'true' : 'false'} @click=${press}>
    ${selfieIcon(cue.hasSound ? 'sound' : 'muted')} ${selfie.sound}
  </button>`;
}

const DRAWINGS = {
  light: svg`<circle cx="12" cy="12" r="4" /><path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4" />`,
  glasses: svg`<circle cx="7" cy="13.5" r="3.5" /><circle cx="17" cy="13.5" r="3.5" /><path d="M10.5 13a1.6 1.6 0 0 1 3 0M3.5 13l1.7-5M20.5 13l-1.7-5" />`,
  phone: svg`<rect x="7" y="3" width="10" height="18" rx="2" /><path d="M11 18h2" />`,
  sound: svg`<path d="M4 9.5v5h3.5L12 19V5L7.5 9.5z" /><path d="M15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11" />`,
  muted: svg`<path d="M4 9.5v5h3.5L12 19V5L7.5 9.5z" /><path d="m16 9.5 5 5m0-5-5 5" />`,
};

/** A drawing of the selfie's screens. */
export function selfieIcon(name: keyof typeof DRAWINGS) {
  return icon(name, DRAWINGS[name]);
}
