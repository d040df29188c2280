import { html } from 'lit';
import type { CameraProblem } from '../camera/CameraError.ts';
import { icon } from '../icon.ts';
import type { Locale } from '../locales/Locale.ts';
import { errorBanner } from '../templates/errorBanner.ts';
import { primaryButton } from '../templates/primaryButton.ts';
import { photoButton } from './photoButton.ts';
import { testFaceButton } from './testFaceButton.ts';

/** Where trying again can't help: the page itself would have to change. */
const HOPELESS: CameraProblem[] = ['blocked', 'insecure', 'unsupported'];

export interface CameraProblemParts {
  texts: Locale;
  problem: CameraProblem;
  message: string | null;
  start: () => unknown;
  upload: (photo: Blob) => unknown;
  /** In test mode alone. */
  testFace: (() => unknown) | null;
}

/** Why there is no camera picture, in words for that cause, and the ways on. */
export function cameraProblemView({ texts, problem, message, start, upload, testFace }: CameraProblemParts) {
  const { camera, selfie } = texts;
  const isHopeless = HOPELESS.includes(problem);
  const photo = photoButton({ label: selfie.upload, upload, isPrimary: isHopeless });
  return html`
    <div class="message">
      <span class="emblem">${icon('camera')}</span>
      <h2 tabindex="-1">${camera[problem].title}</h2>
      <p class="lead">${camera[problem].text}</p>
    </div>
    ${errorBanner(message === null ? null : { message })}
    <div class="actions">
      ${isHopeless ? photo : primaryButton({ label: camera.again, press: start })}
      ${testFaceButton(selfie.testFace, testFace)} ${isHopeless ? '' : photo}
      <p class="hint">${selfie.uploadHint}</p>
    </div>
  `;
}
