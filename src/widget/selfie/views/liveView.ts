import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { type Ref, ref } from 'lit/directives/ref.js';
import type { ChallengeStep } from '../../../contract/selfieCheck.ts';
import { fillText } from '../../locales/fillText.ts';
import type { Messages } from '../../locales/messages.ts';
import { primaryButton } from '../../templates/primaryButton.ts';
import type { Camera } from '../camera/openCamera.ts';
import { hintText } from '../capture/CaptureGuide.ts';
import type { LiveCapture } from '../capture/LiveCapture.ts';
import { photoButton } from './buttons.ts';

export interface LiveParts {
  messages: Messages;
  live: LiveCapture;
  cameras: MediaDeviceInfo[];
  video: Ref<HTMLVideoElement>;
  start: () => unknown;
  choose: (deviceId: string) => unknown;
  upload: (photo: Blob) => unknown;
}

/** The running camera, the current instruction and, without guidance, the shutter button. */
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

/**
 * While the guidance works, the ways out are one press away. If no step is completed for a while, they appear
 * automatically.
 */
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

/** A choice of cameras, if there is more than one. */
function cameraChoice(
  { selfie }: Messages,
  { deviceId }: Camera,
  cameras: MediaDeviceInfo[],
  choose: (deviceId: string) => unknown,
) {
  if (cameras.length < 2 || deviceId === null) return nothing;
  const chosen = ({ currentTarget }: Event) => choose((currentTarget as HTMLSelectElement).value);
  return html`
    <div class="camera-choice">
      <label for="camera">${selfie.camera}</label>
      <select id="camera" @change=${chosen}>
        ${cameras.map(
          (device, index) => html`
            <option value=${device.deviceId} .selected=${device.deviceId === deviceId}>
              ${device.label || `${selfie.camera} ${index + 1}`}
            </option>
          `,
        )}
      </select>
    </div>
  `;
}

const OVAL = 'M40 12c16 0 26 14 26 34S55 86 40 86 14 66 14 46s10-34 26-34z';

/** The direction on the mirrored picture: the person's left is on the left. */
const ARROWS: Partial<Record<ChallengeStep, string>> = {
  turn_left: 'm9 41-5 6 5 6',
  turn_right: 'm71 41 5 6-5 6',
  look_up: 'm34 9 6-5 6 5',
  look_down: 'm34 91 6 5 6-5',
};

/**
 * The mirrored camera picture with the oval and the current hint. The stream is guarded, because Lit assigns objects at
 * every render and a video restarts when its stream is assigned again.
 */
function stageView(messages: Messages, live: LiveCapture, video: Ref<HTMLVideoElement>) {
  const { steps, frames, hint } = live;
  const isWatched = live.isGuided && !live.isPaused;
  const { stream } = live.camera;
  const arrow = ARROWS[live.step];
  const isGood = isWatched && hint === null;
  return html`
    <div class="stage ${live.step} ${isGood ? 'good' : ''}" part="stage">
      <video
        ${ref(video)}
        class="mirrored"
        playsinline
        autoplay
        .muted=${true}
        .srcObject=${guard([stream], () => stream)}
        aria-label=${messages.selfie.title}
      ></video>
      <svg class="overlay" viewBox="0 0 80 100" aria-hidden="true" focusable="false">
        <path class="veil" fill-rule="evenodd" d="M-400-40h880v180h-880z${OVAL}" />
        <path class="rim" d=${OVAL} />
      </svg>
      ${arrow ? arrowTo(arrow) : nothing}
      ${isWatched ? html`<p class="pill" part="hint" aria-hidden="true">${pillText(messages, live)}</p>` : nothing}
    </div>
    <p class="dots" aria-hidden="true">
      ${
        steps.length > 1
          ? steps.map(
              (_, at) =>
                html`<i class=${at < frames.length ? 'done' : at === frames.length ? 'now' : ''}></i>`,
            )
          : nothing
      }
    </p>
  `;
}

/** An image of its own, so that fading it does not load the page's main thread. */
function arrowTo(path: string) {
  return html`<svg class="overlay arrow" viewBox="0 0 80 100" aria-hidden="true" focusable="false">
    <path d=${path} />
  </svg>`;
}

/** The visible hint. The live region announces the same text. */
function pillText(messages: Messages, { hint, hasJustTaken }: LiveCapture): string {
  const { frame, guide, selfie } = messages;
  if (hasJustTaken) return selfie.taken;
  if (hint === undefined) return frame.loading;
  return hint === null ? guide.good : hintText(hint, messages);
}
