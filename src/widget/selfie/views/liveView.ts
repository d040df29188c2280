import { html, nothing } from 'lit';
import type { Ref } from 'lit/directives/ref.js';
import { fillText } from '../../locales/fillText.ts';
import type { Messages } from '../../locales/Messages.ts';
import { primaryButton } from '../../templates/primaryButton.ts';
import type { LiveCapture } from '../capture/LiveCapture.ts';
import { cameraChoice } from './cameraChoice.ts';
import { photoButton } from './photoButton.ts';
import { stageView } from './stageView.ts';

export interface LiveParts {
  messages: Messages;
  live: LiveCapture;
  cameras: MediaDeviceInfo[];
  video: Ref<HTMLVideoElement>;
  start: () => unknown;
  choose: (deviceId: string) => unknown;
  upload: (photo: Blob) => unknown;
}

/** The running camera, what to do now and, where nobody watches, the button that takes the picture. */
export function liveView(parts: LiveParts) {
  const { messages, live, cameras, video, choose } = parts;
  const { selfie, challenge, guide } = messages;
  const { steps, frames, isGuided } = live;
  return html`
    <p class="hint">${fillText(messages.tag, selfie.picture, { step: Math.min(frames.length + 1, steps.length), of: steps.length })}</p>
    <h2 class="due" part="heading" tabindex="-1">${live.isPaused ? guide.another : challenge[live.step]}</h2>
    ${stageView(messages, live, video)}
    <div class="actions">
      ${isGuided ? nothing : primaryButton({ label: selfie.take, press: () => live.take() })}
      ${isGuided && !live.isStuck ? html`<p class="hint">${live.isReady ? guide.lead : messages.frame.loading}</p>` : nothing}
      ${cameraChoice(messages, live.camera, cameras, choose)} ${isGuided ? guidedWays(parts) : otherWays(parts)}
    </div>
  `;
}

/** While the guidance works the ways out are one press away; when it doesn't, they come by themselves. */
function guidedWays(parts: LiveParts) {
  const { messages, live, start } = parts;
  const { guide } = messages;
  if (!live.isStuck) {
    return html`<button type="button" class="plain" part="secondary" @click=${() => live.pause()}>
      ${guide.another}
    </button>`;
  }
  return html`
    ${primaryButton({ label: messages.frame.again, press: start })}
    <div class="ways-out">
      <button type="button" class="plain" part="secondary" @click=${() => live.byHand()}>${guide.byHand}</button>
      ${waysOut(parts)}
    </div>
  `;
}

function otherWays(parts: LiveParts) {
  return html`<div class="ways-out">${waysOut(parts)}</div>`;
}

function waysOut({ messages: { selfie }, live, upload }: LiveParts) {
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
