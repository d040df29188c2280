import { html, nothing, svg, type TemplateResult } from 'lit';
import type { SessionCase } from '../../contract/case.ts';
import type { DocumentLayers } from '../document/DocumentConsent.ts';
import { keptPeriods, keptTimes } from '../locales/keptTimes.ts';
import type { Messages } from '../locales/messages.ts';
import { labelled, sentences } from '../locales/punctuation.ts';
import { type SiteAttributes, webAddress } from '../step/siteOf.ts';
import { around } from '../templates/around.ts';
import { icon } from '../templates/icon.ts';

interface FactsParts {
  messages: Messages;
  site: SiteAttributes;
  case: Pick<SessionCase, 'retention' | 'expiresAt' | 'operator' | 'fields'>;
  /** Of a case that may ask for a document. */
  document?: DocumentLayers | null | undefined;
  /** The personal details that are requested. */
  taken: string;
  /** The address of the service. */
  runsOn: string;
}

/** The full text, folded: the lists, the operator, the reviewers, the retention times and the person's rights. */
export function consentFacts({ messages, site, case: state, document, taken, runsOn }: FactsParts) {
  const { tag, consent } = messages;
  const { siteName, contact, privacyUrl } = site;
  return html`
    <details part="note" class="note">
      <summary>${consent.moreTitle}</summary>
      ${state.fields.address === 'hidden' ? nothing : html`<p>${consent.details.text}</p>`}
      <p>${consent.selfie.text}</p>
      <p>${consent.check.text}</p>
      ${document?.facts}
      <p>${around(consent.runs, isolated(new URL(runsOn).hostname))}</p>
      ${state.operator ? html`<p>${around(consent.operator, isolated(state.operator))}</p>` : nothing}
      <p>${labelled(tag, consent.details.title, taken)}</p>
      <p>${consent.decides}</p>
      <p>${sentences(tag, consent.people, consent.device)}</p>
      <h3>${consent.keptTitle}</h3>
      <ul>${keptTimes(messages, state, Date.now()).map((line) => html`<li>${line}</li>`)}</ul>
      <p>${consent.again}</p>
      <p>${sentences(tag, consent.rights, contact ? consent.write : undefined)}</p>
      ${contact ? html`<p>${around(consent.contact, contactLink(contact))}</p>` : nothing}
      ${privacyUrl ? html`<p>${link(privacyUrl, consent.privacy)}</p>` : nothing}
    </details>
    <p class="who"><strong>${around(consent.who, isolated(siteName || location.hostname))}</strong></p>
  `;
}

/**
 * The last items of the first layer: a document, and how long everything is kept; what how long stands in the folded layer.
 * @param document of a case that may ask for one.
 */
export function lastItems(
  messages: Messages,
  state: Pick<SessionCase, 'retention' | 'expiresAt'>,
  document: DocumentLayers | null | undefined,
) {
  const clock = svg`<circle cx="12" cy="12" r="9" /><path d="M12 7v5l3.5 2" />`;
  return html`
    <ul part="list" class="list">
      ${document?.item}
      <li>
        <span class="bubble">${icon('clock', clock)}</span>
        <div><strong>${messages.consent.keptTitle}</strong><p>${keptPeriods(messages, state, Date.now())}</p></div>
      </li>
    </ul>
  `;
}

/** Isolates a name or an address, which may have its own text direction. */
function isolated(text: string): TemplateResult {
  return html`<bdi>${text}</bdi>`;
}

/** An e-mail address, a page, or any other contact of the site, such as a phone number. */
export function contactLink(contact: string): TemplateResult {
  if (/^[^\s/]+@[^\s/]+$/.test(contact)) return html`<a href="mailto:${contact}">${isolated(contact)}</a>`;
  const address = /^https?:/.test(contact) ? webAddress(contact) : null;
  return address ? link(address, isolated(contact)) : isolated(contact);
}

function link(address: string, label: string | TemplateResult): TemplateResult {
  return html`<a href=${address} target="_blank" rel="noopener">${label}</a>`;
}
