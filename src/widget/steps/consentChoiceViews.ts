import { html, nothing } from 'lit';
import type { SessionCase } from '../../contract/case.ts';
import type { DetailsFields } from '../../contract/detailsFields.ts';
import type { ErrorReport } from '../events.ts';
import type { Messages } from '../locales/messages.ts';
import { listed, sentences } from '../locales/punctuation.ts';
import type { SiteAttributes } from '../step/siteOf.ts';
import { around } from '../templates/around.ts';
import { errorBanner } from '../templates/errorBanner.ts';
import { primaryButton } from '../templates/primaryButton.ts';
import { contactLink } from './consentFacts.ts';

interface ChoiceParts {
  messages: Messages;
  site: SiteAttributes;
  withoutFace: SessionCase['withoutFace'];
  error: ErrorReport | null;
  /** The answer that is being sent. */
  busy: { face: boolean } | null;
}

interface QuestionParts extends ChoiceParts {
  agree: () => unknown;
  decline: () => unknown;
  /** Replaces the buttons while the person is asked to confirm the refusal. */
  refusal: unknown;
}

/** The question about the check as a whole. */
export function choiceView({
  messages,
  site,
  error,
  facts,
  agree,
  decline,
  refusal,
}: QuestionParts & { facts: unknown }) {
  const { consent } = messages;
  return html`
    ${facts} ${errorBanner(error)}
    <div class="actions">
      ${
        refusal ??
        html`
          ${primaryButton({ label: consent.agree, press: agree })}
          <button type="button" class="plain" part="secondary" aria-describedby="decline-hint" @click=${decline}>
            ${consent.decline}
          </button>
          <p class="hint" id="decline-hint">${consent.declineHint}</p>
          ${otherWay(messages, site)}
        `
      }
    </div>
  `;
}

/** The question about the face only, with the consequence of refusing. */
export function faceView({
  messages,
  site,
  withoutFace,
  error,
  busy,
  agree,
  decline,
  refusal,
}: QuestionParts) {
  const { consent } = messages;
  const isReviewed = withoutFace === 'review';
  return html`
    <h2 part="heading" tabindex="-1">${consent.faceTitle}</h2>
    <p class="lead" part="lead">${consent.face}</p>
    <div part="note" class="note">
      <p id="without">${isReviewed ? consent.faceReview : consent.declineHint}</p>
      ${isReviewed ? nothing : otherWay(messages, site)}
    </div>
    ${errorBanner(error)}
    <div class="actions">
      ${
        refusal ??
        html`
          ${primaryButton({ label: consent.faceAgree, isBusy: busy?.face === true, press: agree })}
          <button type="button" class="plain" part="secondary" aria-describedby="without" @click=${decline}>
            ${busy?.face === false ? SPINNER : nothing}${consent.faceDecline}
          </button>
        `
      }
    </div>
  `;
}

/** Asks for confirmation, because ending can't be undone by a further press. */
export function refusalView({
  messages,
  busy,
  stay,
  refuse,
}: ChoiceParts & Record<'stay' | 'refuse', () => unknown>) {
  const { ask, consent } = messages;
  return html`
    <p id="ask" class="ask" tabindex="-1">${sentences(messages.tag, ask.stop, consent.declineHint)}</p>
    ${primaryButton({ label: ask.no, press: stay })}
    <button type="button" class="plain" part="secondary" @click=${refuse}>
      ${busy ? SPINNER : nothing}${ask.yes}
    </button>
  `;
}

/** The site's alternative to the check: its own element, a link, or the advice to ask, with whom to ask. */
function otherWay({ consent }: Messages, { alternativeUrl, contact }: SiteAttributes) {
  const words = alternativeUrl
    ? html`<a href=${alternativeUrl} target="_blank" rel="noopener">${consent.otherWay}</a>`
    : consent.otherWay;
  const whom =
    contact && !alternativeUrl ? html`<p>${around(consent.contact, contactLink(contact))}</p>` : nothing;
  return html`<slot name="alternative"><p>${words}</p>${whom}</slot>`;
}

/** The personal details that the case requires, by the names of their fields and screens. */
export function takenDetails({ tag, details }: Messages, fields: DetailsFields): string {
  const labels: [string, keyof DetailsFields | null][] = [
    [details.nameTitle, null],
    [details.dateOfBirth, null],
    [details.nationality, 'nationalities'],
    [details.countryOfBirth, 'countryOfBirth'],
    [details.addressTitle, 'address'],
    [details.email, 'email'],
    [details.phone, 'phone'],
    [details.idNumber, 'nationalId'],
  ];
  const visible = labels.filter(([, field]) => field === null || fields[field] !== 'hidden');
  return listed(
    tag,
    visible.map(([label]) => label),
  );
}

const SPINNER = html`<span class="spinner"></span>`;
