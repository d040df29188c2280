import { html, nothing } from 'lit';
import type { Ref } from 'lit/directives/ref.js';
import type { Locale } from '../locales/Locale.ts';
import { primaryButton } from '../templates/primaryButton.ts';
import { cameraChoice } from './cameraChoice.ts';
import type { LiveCapture } from './LiveCapture.ts';
import { photoButton } from './photoButton.ts';
import { stageView } from './stageView.ts';

export interface LiveParts {
  texts: Locale;
  live: LiveCapture;
  cameras: MediaDeviceInfo[];
  video: Ref<HTMLVideoElement>;
  start: () => unknown;
  choose: (deviceId: string) => unknown;
  upload: (photo: Blob) => unknown;
}

/** The running camera, what to do now and, where nobody watches, the button that takes the picture. */
export function liveView(parts: LiveParts) {
  const { texts, live, cameras, video, choose } = parts;
  const { selfie, challenge, guide } = texts;
  const { steps, frames, isGuided } = live;
  return html`
    <p class="hint">${selfie.picture(Math.min(frames.length + 1, steps.length), steps.length)}</p>
    <h2 class="due" tabindex="-1">${live.isPaused ? guide.another : challenge[live.step]}</h2>
    ${stageView(texts, live, video)}
    <div class="actions">
      ${isGuided ? nothing : primaryButton({ label: selfie.take, press: () => live.take() })}
      ${isGuided && !live.isStuck ? html`<p class="hint">${live.isReady ? guide.lead : guide.loading}</p>` : nothing}
      ${cameraChoice(texts, live.camera, cameras, choose)} ${isGuided ? guidedWays(parts) : otherWays(parts)}
    </div>
  `;
}

/** While the guidance works the ways out are one press away; when it doesn't, they come by themselves. */
function guidedWays(parts: LiveParts) {
  const { texts, live, start } = parts;
  const { guide } = texts;
  if (!live.isStuck) {
    return html`<button type="button" class="plain" part="secondary" @click=${() => live.pause()}>
      ${guide.another}
    </button>`;
  }
  return html`
    ${
      live.isPaused
        ? nothing
        : html`<div class="note stuck">
            <p><strong>${guide.stuck}</strong> ${guide.stuckLead}</p>
          </div>`
    }
    ${primaryButton({ label: guide.again, press: start })}
    <div class="ways-out">
      <button type="button" class="plain" part="secondary" @click=${() => live.byHand()}>${guide.byHand}</button>
      ${waysOut(parts)}
    </div>
  `;
}

function otherWays(parts: LiveParts) {
  return html`<div class="ways-out">${waysOut(parts)}</div>`;
}

function waysOut({ texts: { selfie }, live, upload }: LiveParts) {
  return html`
    ${
      live.steps.length > 1
        ? html`<button type="button" class="plain" part="secondary" @click=${() => live.skip()}>
            ${selfie.cannot}
          </button>`
        : nothing
    }
    ${photoButton({ label: selfie.upload, upload })}
  `;
}
