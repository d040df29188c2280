import { html } from 'hono/html';
import { brandOf } from '../brands.ts';
import { asksWallet, type Choice, endOf } from '../choice.ts';
import type { DemoConfig } from '../config.ts';
import { isLoopback } from '../networkOf.ts';
import { wordsFromRight } from '../rightToLeft.ts';
import { scenarios } from '../scenarios.ts';
import { attributesOf } from '../snippets.ts';
import { setsOf } from './controls.ts';
import { layout } from './layout.ts';
import { CERTIFICATE_WARNING } from './tour.ts';

/**
 * The page to open an account. The widget does the whole verification.
 * @param link to the service's own page, which then does it instead.
 */
export function openPage(choice: Choice, config: DemoConfig, link: string | null = null) {
  const { walletUrl, siteUrl, hasHandoff, hasOwnCertificate } = config;
  const bridge =
    asksWallet(choice) && choice.scenario !== 'wallet_link' && walletUrl ? [`${walletUrl}/bridge.js`] : [];
  const attributes = attributesOf(choice).map(([name, value]) => html` ${name}="${value}"`);
  const brand = brandOf(choice.brand);
  const turned = wordsFromRight(choice.language);
  const lacksPhone = !hasHandoff && isLoopback(new URL(siteUrl).hostname);
  const noPhone = html`<code>${new URL(siteUrl).hostname}</code> leads each phone to itself. Start the demo with <code>npm start -- --lan</code>.`;
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
        <h1>${turned?.purpose ?? brand.purpose}</h1>
        <p class="lead">${turned?.lead ?? brand.why}</p>
        <ul class="need">
          <li>${needOf(choice, turned)}</li>
          <li>${turned?.camera ?? 'A camera, or a recent picture of yourself'}</li>
        </ul>
        ${noteOf(choice)}
        ${lacksPhone && choice.scenario !== 'handoff' ? html`<p class="aside" lang="en" dir="ltr">A phone cannot take the selfie for this computer here: ${noPhone}</p>` : ''}
        ${hasHandoff && hasOwnCertificate ? html`<p class="aside" lang="en" dir="ltr">${CERTIFICATE_WARNING}</p>` : ''}
      </div>
      <div class="frame">${
        link
          ? message(
              'Your link',
              `${brand.name} sends a link by e-mail or SMS. It opens the service’s own page: no element, no script on your site.`,
              html`<a class="button" href="${link}" data-link>Open the link</a>`,
            )
          : choice.scenario === 'handoff' && !hasHandoff
            ? message(
                'No phone reaches this demo',
                noPhone,
                html`<a class="button" href="/again">Without a phone</a>`,
              )
            : html`<idv-verify session-url="/idv/session" site-name="${brand.name}" contact="${brand.contact}" privacy-url="/${brand.id}/privacy"${attributes}><p class="lead">One moment …</p></idv-verify>`
      }</div>
    </div>`,
  );
}

/** What to have at hand besides a camera. */
function needOf({ document }: Choice, turned: ReturnType<typeof wordsFromRight>) {
  if (document === 'require') return turned?.document ?? 'Your passport, identity card or driving licence';
  return turned?.details ?? 'Your details, as in your passport';
}

/** In the place of the element. */
function message(title: string, text: unknown, button: unknown) {
  return html`<section class="letter" data-letter><h2>${title}</h2><p>${text}</p>${button}</section>`;
}

/** The note about the chosen scenario, if there is one. */
function noteOf(choice: Choice) {
  const { scenario } = choice;
  if (scenario === 'own') return '';
  const { name } = scenarios[scenario]!;
  const { ends } = endOf(choice);
  const second = html` <a href="/open" target="_blank">Open the second tab</a> <span data-tabs role="status"></span>`;
  const sets = setsOf(choice);
  return html`<p class="scenario" lang="en" dir="ltr"><strong>${name}</strong>: ${ends}.${scenario === 'second_tab' ? second : ''}${sets && html`<br><span class="small">${sets}</span>`}</p>`;
}
