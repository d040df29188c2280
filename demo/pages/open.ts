import { html } from 'hono/html';
import { brandOf } from '../brands.ts';
import { asksWallet, type Choice, scenarios } from '../choice.ts';
import type { DemoConfig } from '../config.ts';
import { isLoopback } from '../networkOf.ts';
import { attributesOf } from '../snippets.ts';
import { setsOf } from './controls.ts';
import { layout } from './layout.ts';
import { CERTIFICATE_WARNING } from './tour.ts';

/** The page to open an account. The widget does the whole verification. */
export function openPage(choice: Choice, { walletUrl, siteUrl, hasHandoff, hasOwnCertificate }: DemoConfig) {
  const bridge =
    asksWallet(choice) && choice.scenario !== 'wallet_link' && walletUrl ? [`${walletUrl}/bridge.js`] : [];
  const attributes = attributesOf(choice).map(([name, value]) => html` ${name}="${value}"`);
  const brand = brandOf(choice.brand);
  return layout(
    {
      title: brand.begin,
      description: brand.lead,
      styles: ['application'],
      choice,
      scripts: ['fault', ...bridge, '/idv/idv-verify.js', 'title'],
    },
    html`
    <div class="open" data-frame="${choice.frame}" data-fault="${choice.scenario}">
      <div class="intro">
        <h1>${brand.purpose}</h1>
        <p class="lead">The law asks us to know our customers. It takes a few minutes.</p>
        <ul class="need">
          <li>Your details, as in your passport</li>
          <li>A camera, or a recent picture of yourself</li>
        </ul>
        ${noteOf(choice)}
        ${hasHandoff || !isLoopback(new URL(siteUrl).hostname) ? '' : html`<p class="aside">A phone cannot take the selfie for this computer here: <code>${new URL(siteUrl).hostname}</code> leads each phone to itself. Start the demo with <code>npm start -- --lan</code>.</p>`}
        ${hasHandoff && hasOwnCertificate ? html`<p class="aside">${CERTIFICATE_WARNING}</p>` : ''}
      </div>
      <div class="frame"><idv-verify session-url="/idv/session" site-name="${brand.name}" contact="${brand.contact}" privacy-url="/${brand.id}/privacy"${attributes}><p class="lead">One moment …</p></idv-verify></div>
    </div>`,
  );
}

/** The note about the chosen scenario, if there is one. */
function noteOf(choice: Choice) {
  const { scenario } = choice;
  if (scenario === 'own') return '';
  const { name, ends } = scenarios[scenario]!;
  const second = html` <a href="/open" target="_blank">Open the second tab</a> <span data-tabs role="status"></span>`;
  const sets = setsOf(choice);
  return html`<p class="scenario"><strong>${name}</strong>: ${ends}.${scenario === 'second_tab' ? second : ''}${sets && html`<br><span class="small">${sets}</span>`}</p>`;
}
