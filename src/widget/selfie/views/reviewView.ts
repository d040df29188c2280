import { html, nothing } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { ChallengeStep } from '../../../contract/selfieCheck.ts';
import { fillText } from '../../locales/fillText.ts';
import type { Messages } from '../../locales/messages.ts';
import { labelled, sentences } from '../../locales/punctuation.ts';
import { primaryButton } from '../../templates/primaryButton.ts';
import { drawPicture, playTrail } from './playTrail.ts';

export interface ReviewParts {
  messages: Messages;
  steps: ChallengeStep[];
  frames: Blob[];
  /** The trail frames between the step pictures, and the milliseconds of each. */
  trail?: Blob[] | undefined;
  trailTimes?: number[] | undefined;
  send: () => unknown;
  retake: () => unknown;
  /** Extends the challenge; set if it expires soon. */
  more: (() => unknown) | null;
  /** Whether the guidance took the pictures: then it has found no problem. */
  isChecked?: boolean | undefined;
  /** Whether new pictures are asked for, because the recording between these has a gap. */
  hasGap?: boolean | undefined;
  /** Discards the pictures; set if the person is asked for confirmation. */
  close?: (() => void) | undefined;
  stay: () => unknown;
}

/** The pictures as they will be sent. */
export function reviewView(parts: ReviewParts) {
  const { messages, steps, frames, isChecked, more, close } = parts;
  const { selfie } = messages;
  return html`
    <h2 part="heading" tabindex="-1">${selfie.review}</h2>
    <p class="lead" part="lead">${selfie.reviewLead}</p>
    <ul class="pictures ${frames.length > 1 ? '' : 'single'}">
      ${frames.map(
        (frame, index) => html`
          <li>
            <canvas role="img" aria-label=${[nameOf(messages, steps[index]!, index, frames.length), isChecked && selfie.passed].filter(Boolean).join(' – ')} ${ref((canvas) => draw(canvas, frame))}></canvas>
          </li>
        `,
      )}
    </ul>
    ${parts.hasGap ? gap(messages) : between(parts)} ${more ? moreTime(messages, more) : nothing}
    <div class="actions">${close ? leaveQuestion(parts, close) : choice(parts)}</div>
  `;
}

/** The trail frames that are sent with the photos: shows the first one, and plays all on a press. */
function between({ messages, trail, trailTimes }: ReviewParts) {
  if (!trail?.[0] || !trailTimes) return nothing;
  const play = ({ currentTarget }: Event) => {
    const canvas = (currentTarget as HTMLElement).previousElementSibling as HTMLCanvasElement;
    // What this browser can't show stays blank: the photos are sent all the same.
    playTrail(canvas, { trail, trailTimes }).catch(() => {});
  };
  return html`<div class="between">
    <canvas aria-hidden="true" ${ref((canvas) => (isBlank(canvas) ? draw(canvas, trail[0]!) : undefined))}></canvas>
    <button type="button" class="plain" part="secondary" @click=${play}>${messages.selfie.between}</button>
  </div>`;
}

/** Whether nothing was drawn on a canvas. A playing canvas continues when the screen is rendered again. */
function isBlank(canvas: Element | undefined): boolean {
  return canvas instanceof HTMLCanvasElement && canvas.width === 300;
}

function moreTime({ selfie }: Messages, extend: () => unknown) {
  return html`<div class="expiring">
    <p class="hint">${selfie.expiring}</p>
    <button type="button" class="plain" part="secondary" @click=${extend}>${selfie.moreTime}</button>
  </div>`;
}

/** Why new pictures are asked for, and what helps a slow device. They may be sent all the same. */
function gap({ tag, selfie, selfieReasons }: Messages) {
  const text = sentences(tag, selfieReasons.selfie_take_interrupted, selfie.slow);
  return html`<div class="banner" part="error" role="alert"><p>${text}</p></div>`;
}

function choice({ messages, send, retake, hasGap }: ReviewParts) {
  if (hasGap)
    return html`
    ${primaryButton({ label: messages.sending.retake, press: retake })}
    <button type="button" class="plain" part="secondary" @click=${send}>${messages.selfie.send}</button>
  `;
  return html`
    ${primaryButton({ label: messages.selfie.send, press: send })}
    <button type="button" class="plain" part="secondary" @click=${retake}>${messages.sending.retake}</button>
  `;
}

function leaveQuestion({ messages, stay }: ReviewParts, close: () => void) {
  return html`
    <p class="ask" role="alert">${messages.ask.leave}</p>
    ${primaryButton({ label: messages.ask.no, press: stay })}
    <button type="button" class="plain" part="secondary" @click=${close}>${messages.frame.close}</button>
  `;
}

/** Describes the picture rather than the instruction: “Photo 2 of 4: chin up”. */
function nameOf({ tag, selfie, shown }: Messages, step: ChallengeStep, index: number, of: number): string {
  return labelled(tag, fillText(tag, selfie.picture, { step: index + 1, of }), shown[step]);
}

/** Draws on a canvas, because a policy of the page may forbid pictures from `blob:` addresses. */
function draw(element: Element | undefined, frame: Blob): void {
  if (!(element instanceof HTMLCanvasElement)) return;
  // What this browser can't show stays blank: the photos are sent all the same.
  createImageBitmap(frame).then(
    (picture) => drawPicture(element, picture),
    () => {},
  );
}
