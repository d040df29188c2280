import { html } from 'hono/html';
import { brands } from '../brands.ts';
import { figures, payoff, runs } from '../figures.ts';
import { layout } from './layout.ts';
import { logo } from './logo.ts';

/** The text of the status line. */
export interface Status {
  version: string;
  /** Milliseconds since 1970. */
  since: number;
  isServiceReady: boolean;
  /** Whether this visitor may open the review desk. */
  hasDesk: boolean;
}

const TITLE = 'Identity verification that you host';
const LEAD =
  'Consent, details, a guided selfie and sanctions lists: one element on your page, one service on your machines. No third party is called, and the page never learns the outcome.';

/** A one-minute overview, which starts with the result. */
export function frontPage(status: Status, siteUrl: string) {
  const card = html`
    <meta property="og:title" content="idv-verify: ${TITLE}">
    <meta property="og:description" content="${LEAD}">
    <meta property="og:type" content="website">
    <meta property="og:url" content="${siteUrl}/">
    <meta property="og:image" content="${siteUrl}/assets/card.png">
    <meta property="og:image:alt" content="${TITLE}: a case verified by the test face in ${payoff.shown} seconds.">
    <meta name="twitter:card" content="summary_large_image">`;
  return layout(
    { title: TITLE, description: LEAD, styles: ['front'], head: card },
    html`${hero()} ${ways()} ${numbers()} ${differences()} ${fits()} ${next()} ${statusLine(status)}`,
  );
}

function hero() {
  return html`<section class="payoff">
    <div>
      <p class="kicker">In place of a vendor that your customers’ faces are sent to</p>
      <h1>Verified on your own machines, in <span class="seconds">two&nbsp;minutes</span>.</h1>
      <p class="lead">${LEAD} A person takes about two minutes; our drawn test face, with details filled in, takes ${payoff.shown} seconds.</p>
      <p class="actions"><a class="button" href="/tour">Show me, five minutes</a>
        <a class="button second" href="/open?prefill=yes&amp;camera=test-1">Try it myself</a></p>
    </div>
    <figure class="result">
      <div class="result-head"><span class="portrait" aria-hidden="true"><img src="/assets/ada.webp" alt="" width="80" height="80"><span class="mark"></span></span>
        <div><p class="result-name">Ada Lovelace</p><p class="result-status">Approved by rule</p></div></div>
      <dl>
        <div><dt>Consent</dt><dd>to the check and to the face, word for word</dd></div>
        <div><dt>Selfie</dt><dd>3 or 4 movements drawn at random, followed in one take</dd></div>
        <div><dt>Lists</dt><dd>clear, with version and date of each</dd></div>
        <div class="open-point"><dt>Face against a picture</dt><dd>not performed: there was none to compare with</dd></div>
        <div><dt>The page learned</dt><dd>nothing</dd></div>
      </dl>
      <figcaption>${source(payoff.benchmark)}</figcaption>
    </figure>
  </section>`;
}

function ways() {
  const all = [
    [
      'customer',
      'As a customer',
      'Open an account at a bank. See what people see, on a phone or full width.',
      '/larkspur',
      'Open an account',
    ],
    [
      'developer',
      'As a developer',
      'Every call on the wire, every bad end, and the code for exactly what you see.',
      '/open?prefill=yes#code',
      'See the wire and the code',
    ],
    [
      'compliance',
      'As a compliance officer',
      'The file of a finished case: consent, limits, lists, who saw it, and erasure.',
      '/file',
      'Open the file',
    ],
  ] as const;
  return html`<section aria-labelledby="ways">
    <h2 id="ways">Three places to start</h2>
    <ul class="ways">${all.map(
      ([id, title, text, href, link]) =>
        html`<li class="way" data-way="${id}"><h3>${title}</h3><p>${text}</p><a href="${href}">${link}</a></li>`,
    )}</ul>
  </section>`;
}

function numbers() {
  return html`<section aria-labelledby="numbers">
    <h2 id="numbers">Measured, not promised</h2>
    <ul class="numbers">${figures.map(
      ({ benchmark, shown, unit, label }) => html`<li>
        <p class="number">${shown}<small>${unit}</small></p><p>${label}</p><p class="small">${source(benchmark)}</p></li>`,
    )}</ul>
  </section>`;
}

function source(benchmark: string) {
  const { command, date, machine } = runs[benchmark]!;
  return html`<time datetime="${date}">${date}</time>, ${machine}, <code>${command}</code>`;
}

function differences() {
  const all = [
    [
      'The wire, live',
      'Page, back end and service in three lanes. Press a call: request, answer, curl. Change one byte of a webhook and watch its signature fail.',
    ],
    [
      'What goes wrong',
      'A sanctioned name, a photographed screen, too young, camera refused, back end away. None is a dead end, and none tells a fraudster why.',
    ],
    [
      'Details from a wallet',
      'A credential of a digital ID wallet proves name and date of birth, and its portrait is compared with the selfie. Choose the scenario under Try.',
    ],
    [
      'A phone for a computer',
      'The computer shows a code, the phone takes the selfie, the computer goes on by itself. In a room: npm start -- --lan.',
    ],
    [
      'The review desk',
      'A person decides what no rule decides: faces first, measurements after the own judgement, two people where it matters.',
    ],
    [
      'The auditor’s file',
      'What was measured against which limit, and what was not established. Who saw it. A button that destroys the key, and reads nulls.',
    ],
  ] as const;
  return html`<section aria-labelledby="shown">
    <h2 id="shown">What you can see here</h2>
    <ul class="ways">${all.map(([title, text]) => html`<li class="plain"><h3>${title}</h3><p>${text}</p></li>`)}</ul>
  </section>`;
}

function fits() {
  return html`<section aria-labelledby="fits">
    <h2 id="fits">It takes the look of its site</h2>
    <ul class="fits">${Object.values(brands).map(
      ({ id, name, kicker, headline, begin }) => html`<li data-brand="${id}"><a href="/${id}">
        ${logo(id, 36)}
        <span class="fit-name">${name}</span><span class="fit-line">${headline.join(' ')}</span>
        <span>${kicker}</span><span class="fit-button" aria-hidden="true">${begin}</span></a></li>`,
    )}</ul>
  </section>`;
}

/** The way from the demo to an own site. */
function next() {
  return html`<section aria-labelledby="next">
    <h2 id="next">The next step</h2>
    <ul class="ways">
      <li class="plain"><h3>Code</h3><p>Element, server and webhook for what you see, to copy.</p><a href="/open?prefill=yes#code">See the code</a></li>
      <li class="plain"><h3>Documentation</h3><p>Search, every page, a playground: <code>npm run docs</code> in the clone of this demo.</p></li>
      <li class="plain"><h3>Licence</h3><p>Apache 2.0: use it, change it, host it.</p><a href="/licence">Read the licence</a></li>
    </ul>
  </section>`;
}

function statusLine({ version, since, isServiceReady, hasDesk }: Status) {
  return html`<div class="status-line" id="status" data-ready="${`${isServiceReady}`}">
    idv&#8209;verify ${version}, test mode · service ${isServiceReady ? 'ready' : 'not reachable'} ·
    up since <time datetime="${new Date(since).toISOString()}">${new Date(since).toISOString().slice(0, 16).replace('T', ' ')} UTC</time> ·
    what visitors type is erased after 60 minutes
    ${hasDesk ? html`· <form method="post" action="/desk" target="_blank"><button class="as-link">open the review desk</button></form>` : ''}</div>`;
}
