import { html } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { ChallengeStep } from '../../contract/selfieCheck.ts';
import type { Locale } from '../locales/Locale.ts';
import { primaryButton } from '../templates/primaryButton.ts';

export interface ReviewParts {
  texts: Locale;
  steps: ChallengeStep[];
  frames: Blob[];
  send: () => unknown;
  retake: () => unknown;
}

/** The pictures as they would be sent. */
export function reviewView({ texts, steps, frames, send, retake }: ReviewParts) {
  const { selfie, challenge } = texts;
  return html`
    <h2 tabindex="-1">${frames.length > 1 ? selfie.review : selfie.reviewOne}</h2>
    <p class="lead">${selfie.reviewLead}</p>
    <ul class="pictures ${frames.length > 1 ? '' : 'single'}">
      ${frames.map(
        (frame, index) => html`
          <li>
            <canvas role="img" aria-label=${challenge[steps[index]!]} ${ref((canvas) => draw(canvas, frame))}></canvas>
          </li>
        `,
      )}
    </ul>
    <div class="actions">
      ${primaryButton({ label: selfie.send, press: send })}
      <button type="button" class="plain" part="secondary" @click=${retake}>${selfie.retake}</button>
    </div>
  `;
}

/** On a canvas, since a policy of the page may forbid pictures from `blob:` addresses. */
async function draw(element: Element | undefined, frame: Blob): Promise<void> {
  if (!(element instanceof HTMLCanvasElement)) return;
  const picture = await createImageBitmap(frame);
  element.width = picture.width;
  element.height = picture.height;
  element.getContext('2d')?.drawImage(picture, 0, 0);
  picture.close();
}
