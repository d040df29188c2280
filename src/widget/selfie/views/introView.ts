import { html, nothing } from 'lit';
import type { SessionCase } from '../../../contract/case.ts';
import { fillText } from '../../locales/fillText.ts';
import type { Messages } from '../../locales/Messages.ts';
import { errorBanner } from '../../templates/errorBanner.ts';
import { icon } from '../../templates/icon.ts';
import { primaryButton } from '../../templates/primaryButton.ts';
import { faceDrawing } from './faceDrawing.ts';
import { photoButton } from './photoButton.ts';
import { selfieIcon } from './selfieIcon.ts';
import { soundSwitch } from './soundSwitch.ts';
import { testFaceButton } from './testFaceButton.ts';

const ICONS = ['light', 'glasses', 'phone'] as const;

export interface IntroParts {
  messages: Messages;
  case: SessionCase;
  message: string | null;
  isOpening: boolean;
  start: () => unknown;
  upload: (photo: Blob) => unknown;
  /** In test mode alone. */
  testFace: (() => unknown) | null;
  /** Renders. */
  changed: () => void;
}

/** How the selfie goes and, if it went wrong before, why. The camera is not asked for before the button. */
export function introView({
  messages,
  case: state,
  message,
  isOpening,
  start,
  upload,
  testFace,
  changed,
}: IntroParts) {
  const { selfie } = messages;
  const { lastError, requirements } = state;
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
      ${primaryButton({ label: isOpening ? messages.frame.loading : selfie.start, press: start, isBusy: isOpening })}
      ${isOpening ? html`<p class="hint">${selfie.permission}</p>` : nothing}
      ${testFaceButton(selfie.testFace, testFace)} ${photoButton({ label: selfie.upload, upload })}
      <p class="hint">${selfie.uploadHint}</p>
      ${soundSwitch(messages, changed)}
    </div>
  `;
}

function wordsFor(reason: string, { selfieReasons }: Messages): string {
  const known: Record<string, string> = selfieReasons;
  return Object.hasOwn(known, reason) ? known[reason]! : selfieReasons.other;
}
