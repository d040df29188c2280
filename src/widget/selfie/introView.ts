import { html, nothing } from 'lit';
import type { SessionCase } from '../../contract/case.ts';
import { icon } from '../icon.ts';
import type { Locale } from '../locales/Locale.ts';
import { errorBanner } from '../templates/errorBanner.ts';
import { primaryButton } from '../templates/primaryButton.ts';
import { faceDrawing } from './faceDrawing.ts';
import { photoButton } from './photoButton.ts';
import { testFaceButton } from './testFaceButton.ts';

const ICONS = ['light', 'glasses', 'phone'] as const;

export interface IntroParts {
  texts: Locale;
  case: SessionCase;
  message: string | null;
  isOpening: boolean;
  start: () => unknown;
  upload: (photo: Blob) => unknown;
  /** In test mode alone. */
  testFace: (() => unknown) | null;
}

/** How the selfie goes and, if it went wrong before, why. The camera is not asked for before the button. */
export function introView({ texts, case: state, message, isOpening, start, upload, testFace }: IntroParts) {
  const { selfie } = texts;
  const { lastError, requirements } = state;
  return html`
    ${faceDrawing()}
    <h2 tabindex="-1">${lastError ? selfie.retryTitle : selfie.title}</h2>
    ${
      lastError
        ? html`<div class="banner retry" part="error">
            ${icon('alert')}
            <p>${lastError.userMessage} ${selfie.attempts(requirements.selfieAttemptsRemaining)}</p>
          </div>`
        : html`<p class="lead">${selfie.lead}</p>`
    }
    <ul class="list tips">
      ${selfie.tips.map((tip, index) => html`<li>${icon(ICONS[index] ?? 'camera')}<p>${tip}</p></li>`)}
    </ul>
    ${errorBanner(message === null ? null : { message })}
    <div class="actions">
      ${primaryButton({ label: isOpening ? selfie.opening : selfie.start, press: start, isBusy: isOpening })}
      ${isOpening ? html`<p class="hint" role="status">${selfie.permission}</p>` : nothing}
      ${testFaceButton(selfie.testFace, testFace)} ${photoButton({ label: selfie.upload, upload })}
      <p class="hint">${selfie.uploadHint}</p>
    </div>
  `;
}
