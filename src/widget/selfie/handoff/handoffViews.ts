import { html, nothing, svg } from 'lit';
import type { Handoff, StartedHandoff } from '../../../contract/handoff.ts';
import type { ErrorReport } from '../../events.ts';
import { deviceName } from '../../locales/deviceName.ts';
import { fillText } from '../../locales/fillText.ts';
import type { HandoffMessages, Messages } from '../../locales/messages.ts';
import { labelled, sentences } from '../../locales/punctuation.ts';
import { around } from '../../templates/around.ts';
import { errorBanner } from '../../templates/errorBanner.ts';
import { icon } from '../../templates/icon.ts';
import { messageScreen } from '../../templates/messageScreen.ts';
import { primaryButton } from '../../templates/primaryButton.ts';

export interface HandoffParts {
  messages: Messages;
  texts: HandoffMessages['handoff'];
  error: ErrorReport | null;
  isBusy: boolean;
}

/** The link to another way: another phone, or no phone. */
interface OtherWay {
  label: string;
  press: () => unknown;
}

/** Why the digits were not sent, or were refused. */
export type Mistake = 'incomplete' | 'wrong';

/** Width of the quiet zone around a QR code, in modules (ISO/IEC 18004). */
const QUIET = 4;

/** The three ways to the phone: a QR code, an address with a code to type, a link to copy. */
export function codeView({
  messages,
  texts,
  error,
  ways,
  copying,
  copy,
  again,
  other,
}: HandoffParts & {
  ways: StartedHandoff | null;
  copying: 'no' | 'done' | 'refused';
  copy: () => unknown;
  again: () => unknown;
  other: OtherWay;
}) {
  return html`
    <h2 part="heading" tabindex="-1">${texts.title}</h2>
    <p class="lead" part="lead">${texts.scan}</p>
    ${ways ? shownWays({ tag: messages.tag, texts, ways, copying, copy }) : error ? nothing : placeOfCode(messages)}
    ${errorBanner(error)}
    <div class="actions">
      ${ways || !error ? nothing : primaryButton({ label: messages.frame.again, press: again })}
      ${plainButton(other)}
    </div>
  `;
}

function shownWays({
  tag,
  texts,
  ways,
  copying,
  copy,
}: Pick<HandoffParts, 'texts'> & {
  tag: string;
  ways: StartedHandoff;
  copying: 'no' | 'done' | 'refused';
  copy: () => unknown;
}) {
  const { url, code, qr } = ways;
  const address = new URL(url!);
  const place = html`<bdi class="address" translate="no">${address.host}${address.pathname.replace(/\/h$/, '')}</bdi>`;
  const letters = [...code!];
  return html`
    <svg class="qr" role="img" aria-label=${labelled(tag, 'QR', texts.title)} viewBox="${-QUIET} ${-QUIET} ${qr!.size + 2 * QUIET} ${qr!.size + 2 * QUIET}">
      <rect x=${-QUIET} y=${-QUIET} width="100%" height="100%" fill="#fff" />${svg`<path d=${qr!.path} fill="#000" />`}
    </svg>
    <div class="note" part="note">
      <p>${around(texts.type, place)}</p>
      <p class="code" translate="no"><span class="visually-hidden">${letters.join(' ')}</span><span aria-hidden="true">${letters.slice(0, 4).join('')}</span><span aria-hidden="true">${letters.slice(4).join('')}</span></p>
      ${
        copying === 'refused'
          ? html`<input readonly dir="ltr" aria-label=${texts.copy} .value=${url!} @focus=${select} />`
          : plainButton({ label: copying === 'done' ? texts.copied : texts.copy, press: copy })
      }
    </div>
    <p class="hint fresh">${texts.fresh}</p>
  `;
}

function select({ currentTarget }: Event): void {
  (currentTarget as HTMLInputElement).select();
}

/** A placeholder with the size of the code, so that the layout does not shift. */
function placeOfCode({ frame }: Messages) {
  return html`<div class="qr waiting"><span class="spinner"></span><p class="visually-hidden">${frame.loading}</p></div>`;
}

/** A phone has joined: its digits show that the right person holds it. */
export function digitsView({
  messages,
  texts,
  error,
  isBusy,
  handoff,
  mistake,
  confirm,
  notMine,
}: HandoffParts & {
  handoff: Handoff;
  mistake: Mistake | null;
  confirm: (digits: string) => unknown;
  notMine: () => unknown;
}) {
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    confirm((event.currentTarget as HTMLFormElement).querySelector('input')!.value);
  };
  const { tag, selfie } = messages;
  const left = fillText(tag, selfie.attempts, { n: handoff.digitsLeft });
  const text = mistake === 'wrong' ? sentences(tag, texts.wrong, left) : texts.digitsTitle;
  return html`
    <h2 part="heading" id="heading" tabindex="-1">${texts.digitsTitle}</h2>
    ${phoneLine(messages, texts, handoff)}
    <p class="lead" part="lead">${texts.digitsLead}</p>
    <form novalidate @submit=${send}>
      <input
        id="digits"
        inputmode="numeric"
        autocomplete="off"
        dir="ltr"
        maxlength="8"
        aria-invalid=${mistake ? 'true' : nothing}
        aria-labelledby="heading"
        aria-describedby="mistake"
      />
      <p id="mistake" class="field-error" role="alert">${mistake ? text : ''}</p>
      ${refusedLine(texts, handoff)} ${errorBanner(error)}
      <div class="actions">
        ${primaryButton({ label: messages.frame.continue, isBusy })}
        ${plainButton({ label: texts.notMine, press: notMine })}
      </div>
    </form>
  `;
}

/** The phone is taking the selfie. */
export function pendingView({
  messages,
  texts,
  error,
  handoff,
  again,
  notMine,
}: HandoffParts & { handoff: Handoff; again: () => unknown; notMine: () => unknown }) {
  const isDone = handoff.status === 'done';
  return html`
    <div class="message">
      <span part="emblem" class="emblem calm">${icon('phone', PHONE)}</span>
      <h2 part="heading" tabindex="-1">${texts.waiting}</h2>
      <p class="lead" part="lead">${texts.waitingLead}</p>
      ${phoneLine(messages, texts, handoff)}
    </div>
    ${refusedLine(texts, handoff)} ${errorBanner(error)}
    <div class="actions">
      ${isDone && error ? primaryButton({ label: messages.frame.again, press: again }) : nothing}
      ${isDone ? nothing : plainButton({ label: texts.notMine, press: notMine })}
    </div>
  `;
}

/** The hand-off has ended without a selfie. */
export function endedView({
  messages,
  texts,
  handoff,
  again,
  other,
}: HandoffParts & { handoff: Handoff; again: () => unknown; other: OtherWay }) {
  const reasons: Partial<Record<string, string>> = {
    computer: texts.endedHere,
    phone: texts.endedPhone,
    wrong_digits: texts.endedDigits,
    no_phone: texts.endedWait,
  };
  return messageScreen({
    picture: icon('phone', PHONE),
    tone: 'calm',
    title: texts.ended,
    // The case moved on, or another hand-off began: nothing that the person did.
    text: reasons[handoff.reason ?? ''] ?? '',
    action: { label: messages.frame.again, press: again },
    more: plainButton(other),
  });
}

export function plainButton({ label, press }: OtherWay) {
  return html`<button type="button" class="plain" part="secondary" @click=${press}>${label}</button>`;
}

/** Names the phone that joined: browser and system, from the service. */
function phoneLine({ tag }: Messages, texts: HandoffMessages['handoff'], { phone }: Handoff) {
  const name = html`<span translate="no">${deviceName(tag, phone ?? '', texts)}</span>`;
  return html`<p class="phone" lang=${tag}>${icon('phone', PHONE)}<span>${around(texts.joined, name)}</span></p>`;
}

function refusedLine(texts: HandoffMessages['handoff'], { refusals }: Handoff) {
  return refusals > 0
    ? html`<div class="banner" part="error">${icon('alert')}<p>${texts.refused}</p></div>`
    : nothing;
}

const PHONE = svg`<rect x="7" y="3" width="10" height="18" rx="2" /><path d="M11 18h2" />`;
