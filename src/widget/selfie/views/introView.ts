import { html, nothing } from 'lit';
import type { SessionCase } from '../../../contract/case.ts';
import { fillText } from '../../locales/fillText.ts';
import type { Messages } from '../../locales/messages.ts';
import { errorBanner } from '../../templates/errorBanner.ts';
import { icon } from '../../templates/icon.ts';
import {
  type PhoneWay,
  phoneButton,
  photoButton,
  selfieIcon,
  soundSwitch,
  testFaceButton,
  wayButton,
} from './buttons.ts';

const ICONS = ['light', 'glasses', 'phone'] as const;

export interface IntroParts {
  messages: Messages;
  case: SessionCase;
  message: string | null;
  isOpening: boolean;
  start: () => unknown;
  upload: (photo: Blob) => unknown;
  /** Only in test mode. */
  testFace: (() => unknown) | null;
  phone: PhoneWay | null;
  /** Renders the screen. */
  changed: () => void;
}

/**
 * Explains the selfie and, after a failed attempt, the reason. The camera is not requested before the button is
 * pressed.
 */
export function introView({
  messages,
  case: state,
  message,
  isOpening,
  start,
  upload,
  testFace,
  phone,
  changed,
}: IntroParts) {
  const { selfie } = messages;
  const { lastError, requirements } = state;
  const camera = {
    label: isOpening ? messages.frame.loading : selfie.start,
    press: start,
    isBusy: isOpening,
    isPlain: phone?.isFirst,
  };
  const byPhone = phoneButton(messages, phone);
  return html`
    ${faceDrawing()}
    <h2 part="heading" tabindex="-1">${lastError ? messages.frame.again : selfie.title}</h2>
    ${
      lastError
        ? html`<div class="banner retry" part="error">
            ${icon('alert')}
            <p>${wordsFor(lastError.code, messages)} ${fillText(messages.tag, selfie.attempts, { n: requirements.selfieAttemptsRemaining })}</p>
          </div>`
        : html`<p class="lead" part="lead">${selfie.lead}</p>`
    }
    <ul part="list" class="list tips">
      ${[selfie.tipLight, selfie.tipFace, selfie.tipLevel].map((tip, index) => html`<li>${selfieIcon(ICONS[index]!)}<p>${tip}</p></li>`)}
    </ul>
    ${errorBanner(message === null ? null : { message })}
    <div class="actions">
      ${phone?.isFirst ? html`<p class="hint">${messages.camera.missing}</p>${byPhone}` : nothing}
      ${wayButton(camera)}
      ${isOpening ? html`<p class="hint">${selfie.permission}</p>` : nothing}
      ${phone?.isFirst ? nothing : byPhone} ${testFaceButton(selfie.testFace, testFace)} ${photoButton({ label: selfie.upload, upload })}
      <p class="hint">${selfie.uploadHint}</p>
      ${soundSwitch(messages, changed)}
    </div>
  `;
}

function wordsFor(reason: string, { selfieReasons }: Messages): string {
  const texts: Record<string, string> = selfieReasons;
  return Object.hasOwn(texts, reason) ? texts[reason]! : selfieReasons.other;
}

/** A friendly face in the frame of the later camera view. */
function faceDrawing() {
  return html`
    <svg class="drawing" viewBox="0 0 240 150" aria-hidden="true" focusable="false">
      <rect class="ground" x="0" y="0" width="240" height="150" rx="18" />
      <path class="shirt" d="M64 150c2-27 24-39 56-39s54 12 56 39z" />
      <path class="skin shade" d="M106 96h28v18c0 8-28 8-28 0z" />
      <path class="skin" d="M88 62c0-24 14-38 32-38s32 14 32 38c0 26-15 45-32 45S88 88 88 62z" />
      <path class="hair" d="M84 64c-4-32 12-50 36-50s41 17 36 50c-3-12-8-20-14-24-14 5-34 6-46 0-6 5-10 12-12 24z" />
      <path class="line" d="M105 64v3M135 64v3M111 85c5 5 13 5 18 0" />
      <ellipse class="oval" cx="120" cy="66" rx="45" ry="56" />
      <path class="corner" d="M52 40V28a8 8 0 0 1 8-8h12M168 20h12a8 8 0 0 1 8 8v12M188 110v12a8 8 0 0 1-8 8h-6M66 130h-6a8 8 0 0 1-8-8v-12" />
    </svg>
  `;
}
