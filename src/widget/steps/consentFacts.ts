import { html, nothing, type TemplateResult } from 'lit';
import type { SessionCase } from '../../contract/case.ts';
import { keptTimes } from '../locales/keptTimes.ts';
import type { Messages } from '../locales/messages.ts';
import { labelled, sentences } from '../locales/punctuation.ts';
import { type SiteAttributes, webAddress } from '../step/siteOf.ts';
import { around } from '../templates/around.ts';

interface FactsParts {
  messages: Messages;
  site: SiteAttributes;
  case: Pick<SessionCase, 'retention' | 'expiresAt' | 'operator'>;
  /** The personal details that are requested. */
  taken: string;
  /** The address of the service. */
  runsOn: string;
}

/** The requesting company, the operator, the reviewers, the retention times and the person's rights. */
export function consentFacts({ messages, site, case: state, taken, runsOn }: FactsParts) {
  const { tag, consent } = messages;
  const { siteName, contact, privacyUrl } = site;
  return html`
    <div part="note" class="note">
      <h3>${consent.moreTitle}</h3>
      <p><strong>${around(consent.who, isolated(siteName || location.hostname))}</strong></p>
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
    </div>
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
