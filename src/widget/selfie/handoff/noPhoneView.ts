import { html, nothing, type TemplateResult } from 'lit';
import type { SessionCase } from '../../../contract/case.ts';
import { sentences } from '../../locales/punctuation.ts';
import type { SiteAttributes } from '../../step/siteOf.ts';
import { around } from '../../templates/around.ts';
import { errorBanner } from '../../templates/errorBanner.ts';
import { primaryButton } from '../../templates/primaryButton.ts';
import { type HandoffParts, plainButton } from './handoffViews.ts';

interface NoPhoneParts extends HandoffParts {
  site: SiteAttributes;
  withoutFace: SessionCase['withoutFace'];
  /** Whether the person is asked to confirm the refusal. */
  isAsking: boolean;
  refuse: () => unknown;
  turn: (aside: 'none' | 'no_phone' | 'asking') => unknown;
}

/** The screen for people without a phone: the site's contact, its alternative, and the refusal of the face check. */
export function noPhoneView({
  messages,
  texts,
  error,
  isBusy,
  site,
  withoutFace,
  isAsking,
  refuse,
  turn,
}: NoPhoneParts) {
  const { tag, consent, ask } = messages;
  const isReviewed = withoutFace === 'review';
  const decline = isReviewed ? refuse : () => turn('asking');
  const contact =
    site.contact === null
      ? nothing
      : html`<p class="contact">${around(consent.contact, contactLink(site.contact))}</p>`;
  return html`
    <h2 part="heading" tabindex="-1">${texts.noPhone}</h2>
    <slot name="alternative">
      <p class="lead" part="lead">${
        site.alternativeUrl ? link(site.alternativeUrl, consent.otherWay) : consent.otherWay
      }</p>
    </slot>
    ${contact}
    <div part="note" class="note"><p id="without">${isReviewed ? consent.faceReview : consent.declineHint}</p></div>
    ${errorBanner(error)}
    <div class="actions">
      ${
        isAsking
          ? html`
              <p id="ask" class="ask" tabindex="-1">${sentences(tag, ask.stop, consent.declineHint)}</p>
              ${primaryButton({ label: ask.no, press: () => turn('no_phone') })}
              ${plainButton({ label: ask.yes, press: isBusy ? () => undefined : refuse })}
            `
          : html`
              ${primaryButton({ label: texts.title, press: () => turn('none') })}
              <button type="button" class="plain" part="secondary" aria-describedby="without" @click=${decline}>
                ${isBusy ? html`<span class="spinner"></span>` : nothing}${consent.faceDecline}
              </button>
            `
      }
    </div>
  `;
}

/** The contact of the site: an e-mail address, a web page, or other text such as a phone number. */
function contactLink(contact: string): TemplateResult {
  const label = html`<bdi>${contact}</bdi>`;
  const isMail = /^[^\s/]+@[^\s/]+$/.test(contact);
  const isPage = /^https?:/.test(contact) && URL.canParse(contact);
  return isMail || isPage ? link(isMail ? `mailto:${contact}` : contact, label) : label;
}

function link(address: string, label: unknown): TemplateResult {
  return html`<a href=${address} target="_blank" rel="noopener">${label}</a>`;
}
