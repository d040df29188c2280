import { html, nothing, svg } from 'lit';
import type { CameraProblem, ErrorReport } from '../events.ts';
import { fillText } from '../locales/fillText.ts';
import type { Messages } from '../locales/messages.ts';
import { browserKind } from '../selfie/camera/browserKind.ts';
import { errorBanner } from '../templates/errorBanner.ts';
import { icon } from '../templates/icon.ts';
import { primaryButton } from '../templates/primaryButton.ts';
import type { DocumentCapture, SideHint } from './DocumentCapture.ts';
import type { PhoneWay } from './DocumentPhone.ts';
import { type DocumentKind, isReadSide, type Side, shapeOf } from './documentSides.ts';
import type { DocumentTexts } from './documentTexts.ts';
import type { DocumentCamera } from './openDocumentCamera.ts';

export interface DocumentParts {
  messages: Messages;
  texts: DocumentTexts;
}

type Press = () => unknown;

const NAMES = {
  passport: 'passport',
  id_card: 'idCard',
  residence_permit: 'residencePermit',
  driving_licence: 'drivingLicence',
} as const satisfies Record<DocumentKind, keyof DocumentTexts>;

/** Which document the person has, and why an earlier one could not be used. */
export function kindsView({
  messages,
  texts,
  kinds,
  refusal,
  choose,
  phone,
  none,
}: DocumentParts & {
  kinds: readonly DocumentKind[];
  refusal: { reason: string; attemptsLeft: number } | null;
  choose: (kind: DocumentKind) => unknown;
  phone: PhoneWay | null;
  none: { label: string; hint: string | null; press: Press };
}) {
  return html`
    <h2 part="heading" tabindex="-1">${refusal ? messages.frame.again : texts.title}</h2>
    ${refusal ? refusalBanner(messages, texts, refusal) : nothing}
    ${refusal ? html`<p class="lead" part="lead">${texts.title}</p>` : nothing}
    ${phone?.isFirst ? html`<div class="actions">${primaryButton(phone)}</div>` : nothing}
    <div class="kinds">
      ${kinds.map((kind) => html`<button type="button" part="secondary" id=${`document-${kind}`} @click=${() => choose(kind)}>${drawing(kind)}<span>${texts[NAMES[kind]]}</span></button>`)}
    </div>
    <div class="actions">
      ${phone && !phone.isFirst ? plainButton(phone.label, phone.press) : nothing}
      <button type="button" class="plain" part="secondary" id="document-none" aria-describedby=${none.hint ? 'document-none-hint' : nothing} @click=${none.press}>${none.label}</button>
      ${none.hint ? html`<p class="hint" id="document-none-hint">${none.hint}</p>` : nothing}
    </div>
  `;
}

/** What to change, in place of a code. */
const ADVICE: Readonly<Record<string, keyof DocumentTexts>> = {
  document_not_found: 'notFound',
  document_cut_off: 'cutOff',
  document_blurred: 'blurred',
  document_glare: 'glare',
};

function refusalBanner(
  messages: Messages,
  texts: DocumentTexts,
  { reason, attemptsLeft }: { reason: string; attemptsLeft: number },
) {
  const { tag, selfieReasons, selfie, sending } = messages;
  const advice = ADVICE[reason];
  // A reviewer who asks for new pictures says nothing of the earlier ones.
  const isAsked = reason === 'document_photo';
  return html`
    <div class="banner retry" part="error" role="alert">
      ${icon('alert')}
      <p>
        ${isAsked ? sending.retake : selfieReasons.other} ${advice ? texts[advice] : nothing}
        ${isAsked ? nothing : html`<br />${fillText(tag, selfie.attempts, { n: attemptsLeft })}`}
      </p>
    </div>
  `;
}

const HINTS: Readonly<Record<Exclude<SideHint, 'hold_still' | 'other_side'>, keyof DocumentTexts>> = {
  not_found: 'notFound',
  cut_off: 'cutOff',
  closer: 'closer',
  further_away: 'further',
  turn: 'turn',
  too_dark: 'dark',
  glare: 'glare',
  blurred: 'blurred',
  two_documents: 'oneDocument',
};

/** What to change. The other side is answered by asking again for the one that is wanted. */
export function hintText(
  hint: SideHint,
  { messages, texts, kind, side }: DocumentParts & { kind: DocumentKind; side: Side },
): string {
  if (hint === 'other_side') return sideText(kind, side, texts);
  return hint === 'hold_still' ? messages.guide.hints.hold_still : texts[HINTS[hint]];
}

/** What to show now. */
export function sideText(kind: DocumentKind, side: Side, texts: DocumentTexts): string {
  if (kind === 'passport') return texts.showPassport;
  return side === 'front' ? texts.showFront : texts.showBack;
}

export interface LiveParts extends DocumentParts {
  kind: DocumentKind;
  side: Side;
  camera: DocumentCamera;
  cameras: readonly MediaDeviceInfo[];
  isLit: boolean;
  capture: DocumentCapture | null;
  light: Press;
  choose: (deviceId: string) => unknown;
  specimen: Press | null;
  upload: unknown;
  other: Press;
}

/** The camera with the frame for the document, what to show, and what to change. */
export function liveView(parts: LiveParts) {
  const { messages, texts, kind, side, capture, camera, isLit, light, specimen, other } = parts;
  const { hint, mayPress } = capture ?? { hint: null, mayPress: false };
  const press = () => void capture?.press();
  const isRead = isReadSide(kind, side);
  return html`
    <h2 part="heading" tabindex="-1">${sideText(kind, side, texts)}</h2>
    <p class="lead" part="lead">${kind === 'driving_licence' ? texts.byPerson : isRead ? texts.lead : nothing}</p>
    ${stageView(parts, hint)}
    <div class="actions">
      <div class="shutter ${mayPress ? 'open' : ''}">${primaryButton({ label: messages.selfie.take, press })}</div>
      ${otherLens(parts)} ${lensChoice(parts)}
      ${camera.torch ? html`<button type="button" class="plain" part="secondary" aria-pressed=${isLit ? 'true' : 'false'} @click=${light}>${texts.torch}</button>` : nothing}
      ${parts.upload} ${specimen ? plainButton(texts.specimen, specimen) : nothing} ${plainButton(texts.other, other)}
    </div>
  `;
}

/** The stream is not bound here: a video begins anew when its stream is assigned again. */
function stageView(parts: LiveParts, hint: SideHint | null) {
  const { kind, side, texts } = parts;
  const [width, height] = [88, 88 / shapeOf(kind)];
  const [x, y] = [(100 - width) / 2, (75 - height) / 2];
  const hole = `M${x} ${y}h${width}v${height}h${-width}z`;
  return html`
    <div class="page-stage ${hint === 'hold_still' ? 'good' : ''}" part="stage">
      <video
        playsinline
        autoplay
        .muted=${true}
        aria-label=${sideText(kind, side, texts)}
      ></video>
      <svg viewBox="0 0 100 75" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
        <path class="page-veil" fill-rule="evenodd" d="M-100-100h300v300h-300z${hole}" />
        <rect class="page-rim" x=${x} y=${y} width=${width} height=${height} rx="2.4" />
      </svg>
      ${hint ? html`<p class="page-hint" part="hint" aria-hidden="true">${hintText(hint, parts)}</p>` : nothing}
    </div>
  `;
}

/** The next lens, offered where the letters stay unsharp: some phones open one that can't focus so near. */
function otherLens({ texts, capture, camera: { deviceId }, cameras, choose }: LiveParts) {
  if (!capture?.isUnsharp || cameras.length < 2 || deviceId === null) return nothing;
  const at = cameras.findIndex((device) => device.deviceId === deviceId);
  const next = cameras[(at + 1) % cameras.length]!;
  return plainButton(texts.otherLens, () => choose(next.deviceId));
}

/** Every lens may also be chosen by hand. */
function lensChoice({ messages: { selfie }, camera: { deviceId }, cameras, choose }: LiveParts) {
  if (cameras.length < 2 || deviceId === null) return nothing;
  const chosen = ({ currentTarget }: Event) => choose((currentTarget as HTMLSelectElement).value);
  return html`
    <div class="lenses">
      <label for="lens">${selfie.camera}</label>
      <select id="lens" @change=${chosen}>
        ${cameras.map((device, index) => html`<option value=${device.deviceId} .selected=${device.deviceId === deviceId}>${device.label || `${selfie.camera} ${index + 1}`}</option>`)}
      </select>
    </div>
  `;
}

/** Why there is no camera, what the person can do, and the other ways. */
export function noCameraView({
  messages,
  texts,
  problem,
  again,
  specimen,
  upload,
  phone,
  other,
}: DocumentParts & {
  problem: CameraProblem;
  again: Press;
  specimen: Press | null;
  upload: unknown;
  phone: PhoneWay | null;
  other: Press;
}) {
  const { camera, selfie, frame } = messages;
  return html`
    <div class="message">
      <span part="emblem" class="emblem">${icon('camera')}</span>
      <h2 part="heading" tabindex="-1">${camera[problem === 'failed' ? 'lost' : problem]}</h2>
      <p class="lead" part="lead">${adviceOf(problem, camera, selfie.permission)}</p>
    </div>
    <div class="actions">
      ${phone ? primaryButton(phone) : nothing}
      ${phone ? plainButton(frame.again, again) : primaryButton({ label: frame.again, press: again })} ${upload}
      ${specimen ? plainButton(texts.specimen, specimen) : nothing} ${plainButton(texts.other, other)}
    </div>
  `;
}

function adviceOf(problem: CameraProblem, camera: Messages['camera'], permission: string): string {
  if (problem === 'denied') return camera[browserKind()];
  if (problem === 'dismissed') return permission;
  const key = `${problem}Text`;
  return Object.hasOwn(camera, key) ? camera[key as 'missingText'] : '';
}

/** The pictures are sent, then read by the service. */
export function sendingView({ sending }: Messages, { isSent }: { isSent: boolean }) {
  return html`
    <div class="waiting">
      <span class="spinner"></span>
      <h2 part="heading" tabindex="-1">${isSent ? sending.checking : sending.title}</h2>
      <p class="lead" part="lead">${sending.lead}</p>
    </div>
  `;
}

/** The pictures could not be sent. */
export function unsentView({
  messages: { problem, frame, sending },
  error,
  again,
  retake,
}: {
  messages: Messages;
  error: ErrorReport;
  /** `null` if these pictures can't be used. */
  again: Press | null;
  retake: Press;
}) {
  return html`
    <h2 part="heading" tabindex="-1">${problem.title}</h2>
    ${errorBanner(error)}
    <div class="actions">
      ${again ? primaryButton({ label: frame.again, press: again }) : nothing}
      ${again ? plainButton(sending.retake, retake) : primaryButton({ label: sending.retake, press: retake })}
    </div>
  `;
}

function plainButton(label: string, press: Press) {
  return html`<button type="button" class="plain" part="secondary" @click=${press}>${label}</button>`;
}

const CARD = svg`<rect x="3" y="5" width="18" height="14" rx="2" /><circle cx="8.5" cy="10.5" r="2" /><path d="M5.5 15.5c.4-1.6 1.5-2.4 3-2.4s2.6.8 3 2.4M14 10h4M14 13.5h4" />`;
const BOOK = svg`<rect x="5" y="3" width="14" height="18" rx="2" /><circle cx="12" cy="9.5" r="3" /><path d="M8.5 16h7" />`;

function drawing(kind: DocumentKind) {
  return icon(kind, kind === 'passport' ? BOOK : CARD);
}
