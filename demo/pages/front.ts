import { html } from 'hono/html';
import { brands } from '../brands.ts';
import { type Figure, figures, payoff, runs } from '../figures.ts';
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
  'Consent, document, details, a guided selfie and sanctions lists: one element on your page, one service on your machines. No third party is called, and the page never learns the outcome.';

/** A one-minute overview, which starts with the product at work. */
export function frontPage(status: Status, siteUrl: string) {
  const card = html`
    <meta property="og:title" content="idv-verify: ${TITLE}">
    <meta property="og:description" content="${LEAD}">
    <meta property="og:type" content="website">
    <meta property="og:url" content="${siteUrl}/">
    <meta property="og:image" content="${siteUrl}/assets/card.png">
    <meta property="og:image:alt" content="${TITLE}: a case verified by its document and the test face.">
    <meta name="twitter:card" content="summary_large_image">`;
  return layout(
    { title: TITLE, description: LEAD, styles: ['front', 'product'], head: card },
    html`${hero()} ${numbers()} ${ways()} ${shown()} ${fits()} ${next()} ${statusLine(status)}`,
  );
}

/** The real capture of the test face, and beside it the file as it fills. */
function hero() {
  return html`<section class="hero">
    <div class="pitch">
      <p class="kicker">In place of a vendor that your customers’ faces are sent to</p>
      <h1>Verified on your own machines.</h1>
      <p class="lead">${LEAD}</p>
      <p class="actions"><a class="button" href="/tour">Show me, five minutes</a>
        <a class="button second" href="/open?prefill=yes&amp;camera=test-1">Try it myself</a></p>
    </div>
    <figure class="product">
      <div class="capture" role="img" aria-label="The capture: a drawn person looks straight ahead, closes the eyes, raises and lowers the chin, and turns the head, as arrows ask."></div>
      <div class="result">
        <p class="result-head">Ada Lovelace</p>
        <dl>
          <div><dt>Consent</dt><dd>to the check and to the face, word for word</dd></div>
          <div><dt>Document</dt><dd>read, and its portrait is the face of the selfie</dd></div>
          <div><dt>Selfie</dt><dd>3 or 4 movements drawn at random, in one take</dd></div>
          <div><dt>Lists</dt><dd>clear, with version and date of each</dd></div>
          <div class="open-point"><dt>Is the document genuine?</dt><dd>not established by any machine here</dd></div>
          <div class="end"><dt>Approved by rule</dt><dd>The page learned nothing of it.</dd></div>
        </dl>
      </div>
      <figcaption>About two minutes for a person; ${payoff.shown} seconds for our drawn test face with details filled in and no document.
        <label class="pause"><input type="checkbox"> Pause</label></figcaption>
    </figure>
  </section>`;
}

function ways() {
  const all = [
    [
      'As a customer',
      'Open an account at a bank. See what people see, on a phone or full width.',
      '/larkspur',
      'Open an account',
    ],
    [
      'As a developer',
      'Every call on the wire, every bad end, and the code for exactly what you see.',
      '/open?prefill=yes#code',
      'See the wire and the code',
    ],
    [
      'As a compliance officer',
      'The file of a finished case: consent, document, limits, lists, who saw it, and erasure.',
      '/file',
      'Open the file',
    ],
  ] as const;
  return html`<section aria-labelledby="ways">
    <h2 id="ways">Three places to start</h2>
    <ul class="ways">${all.map(
      ([title, text, href, link]) =>
        html`<li><h3>${title}</h3><p>${text}</p><a href="${href}">${link}</a></li>`,
    )}</ul>
  </section>`;
}

function numbers() {
  return html`<section class="measured" aria-label="Measured, not promised">
    <ul class="numbers">${figures.map(
      ({ shown: figure, unit, label }) => html`<li>
        <p class="number">${figure}<small>${unit}</small></p><p>${label}</p></li>`,
    )}</ul>
    <p class="small">Measured, not promised: ${source(payoff)}</p>
  </section>`;
}

function source({ benchmark }: Figure) {
  const { command, date, machine } = runs[benchmark]!;
  return html`<time datetime="${date}">${date}</time>, ${machine}, <code>${command}</code>`;
}

/** One idea a screen: its sentence, and what it looks like. */
function shown() {
  return html`
    ${idea(
      'A document is read where it is held.',
      'Passport or card, before the camera: what its zone says fills the form, and its portrait is compared with the selfie. That it is genuine no machine here claims.',
      ['/again?scenario=document', 'Hold the drawn passport'],
      html`<img src="/assets/document.webp" alt="The document’s screen: a drawn hand holds a passport marked SPECIMEN into the frame." width="600" height="420" loading="lazy">`,
    )}
    ${idea(
      'A person decides what no rule decides.',
      'The review desk shows faces first, and measurements after the own judgement. Two people decide where it matters.',
      ['/again?scenario=desk&camera=test-1', 'Be the reviewer'],
      html`<img src="/assets/desk.webp" alt="The desk: a portrait and a selfie side by side, and below them the pictures of the movements." width="600" height="490" loading="lazy">`,
    )}
    ${idea(
      'A name is compared, and said why.',
      'Sanctions and political lists, loaded by you, in every script. Nobody is declined by a machine for a name, and each hit explains itself.',
      ['/again?scenario=real_name&camera=test-1', 'Screen a listed name'],
      html`<img src="/assets/screening.webp" alt="A hit: the person’s name, birthday and country beside those of the list’s entry, each comparison in words." width="600" height="420" loading="lazy">`,
    )}
    ${idea(
      'A phone takes the selfie for a computer.',
      'The computer shows a code, the phone asks nothing again, four digits tie the two together, and the computer goes on by itself. In a room: npm start -- --lan.',
      ['/again?scenario=handoff&prefill=yes', 'Take a phone'],
      html`<div class="devices" aria-hidden="true"><span class="device computer"><b>7041</b></span><span class="device phone"><b>7041</b></span></div>`,
    )}
    ${idea(
      'A wallet proves it instead of typing.',
      'Name and birthday come from a signed credential of a digital ID wallet, and its portrait is compared with the selfie.',
      ['/again?scenario=wallet', 'Share from the test wallet'],
      html`<div class="credential" aria-hidden="true"><img src="/assets/ada.webp" alt="" width="80" height="80" loading="lazy"><span><b>Name</b><b>Birthday</b><b>Portrait</b></span></div>`,
    )}`;
}

function idea(title: string, text: string, [href, label]: [string, string], picture: unknown) {
  return html`<section class="idea"><div><h2>${title}</h2><p class="lead">${text}</p><p><a href="${href}">${label}</a></p></div>
    <div class="picture">${picture}</div></section>`;
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
      <li><h3>Code</h3><p>A project that runs: one page, one file of server, its webhook registered by itself.</p><a href="/project.zip?prefill=yes&amp;camera=test-1" download>Download it</a></li>
      <li><h3>Documentation</h3><p>Five minutes to a first case, every page, a playground: <code>npm run docs</code> in the clone of this demo.</p></li>
      <li><h3>Licence</h3><p>Apache 2.0: use it, change it, host it.</p><a href="/licence">Read the licence</a></li>
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
