import { html } from 'hono/html';
import type { DemoConfig } from '../config.ts';
import { isLoopback } from '../networkOf.ts';
import { layout } from './layout.ts';

/** The tour: one line of controls, the sentence, the stage. */
export function tourPage(config: Pick<DemoConfig, 'siteUrl' | 'hasOwnCertificate'>) {
  return layout(
    {
      title: 'The tour',
      description:
        'Verified, the wire, bad ends, it fits, the file, the document, side by side: by itself or by keys.',
      styles: ['tour'],
      scripts: ['tour'],
    },
    html`<div class="tour" data-tour data-state="loading">
      <div class="tour-tools" role="toolbar" aria-label="The tour">
        <button type="button" class="small-button" data-back aria-label="Back">←</button>
        <button type="button" class="small-button" data-next>Next →</button>
        <ol class="tour-chapters" data-chapters aria-label="Chapters"></ol>
        <button type="button" class="small-button" data-play aria-pressed="false">Play</button>
        <button type="button" class="small-button" popovertarget="tour-more" aria-label="More">···</button>
        <div id="tour-more" class="tour-more" popover>
          <button type="button" class="small-button" data-full aria-pressed="false">Full screen</button>
          <button type="button" class="small-button" data-large aria-pressed="false">Large type</button>
          <button type="button" class="small-button" data-notes>Notes</button>
          <button type="button" class="small-button" data-reset>Reset</button>
          <label><input type="checkbox" data-keys checked> Keys: → ←, a digit for a chapter, p plays, f full screen, l large, r resets, . blanks</label>
        </div>
      </div>
      <div class="tour-said" role="status"><p class="tour-place" data-place>The tour</p>
        <h1 data-say>Press → for the first step, or p and lean back.</h1></div>
      <div class="tour-row">
        ${side('phone', 'A phone')}
        <div class="tour-stage"><iframe data-stage title="The stage" allow="camera"></iframe>
          <div class="tour-end" data-end hidden>${takeAlong(config)}</div></div>
        ${side('reviewer', 'A reviewer')}
      </div>
      <div class="tour-blank" data-blank hidden></div>
    </div>
    <section class="tour-small">
      <h1>The tour needs a wider screen.</h1>
      <p class="lead">It plays a page, the calls behind it, and up to three screens side by side. On a phone, see it as a customer does:</p>
      <p><a class="button" href="/open?prefill=yes&amp;camera=test-1">Open an account</a></p>
      <p><a href="/">What it is</a> · <a href="/file">The file of a case</a></p>
    </section>`,
  );
}

/** The place of a window beside the stage: pages of the service cannot be framed. */
function side(name: 'phone' | 'reviewer', title: string) {
  return html`<aside class="tour-side" data-side="${name}" aria-label="${title}" hidden>
    <h2>${title}</h2><p data-hint></p>
    <button type="button" class="button" data-open>Open it here</button>
  </aside>`;
}

/** The address of this demo as a code for the phones in the room, or why there is none. */
function takeAlong({ siteUrl, hasOwnCertificate }: Pick<DemoConfig, 'siteUrl' | 'hasOwnCertificate'>) {
  if (isLoopback(new URL(siteUrl).hostname))
    return html`<p class="lead">No code is shown: <code>${siteUrl}</code> would lead each phone to itself.</p>
      <p class="lead">Start the demo with <code>npm start -- --lan</code>, and the phones of this network reach it.</p>`;
  return html`<img src="/tour/qr.svg" alt="QR code of ${siteUrl}" width="320" height="320">
    <p class="lead">${siteUrl}</p>
    ${hasOwnCertificate ? html`<p>${CERTIFICATE_WARNING}</p>` : ''}`;
}

/** What to press on the warning of a browser that does not know the certificate. */
export const CERTIFICATE_WARNING =
  'The phone warns once, because the certificate was made on this machine just now: press Advanced (Safari: Show Details), then Proceed, or Visit this website.';

/** Speaker notes for each step, in a separate window. */
export function notesPage() {
  return layout(
    {
      title: 'Notes',
      description: 'What to say at each step of the tour.',
      styles: ['tour'],
      scripts: ['notes'],
    },
    html`<div class="notes" aria-live="polite">
      <p class="tour-place" data-place>The tour is not open</p>
      <h1 data-say>Open the tour in another window of this browser.</h1>
      <p data-notes></p>
      <p class="lead">Next: <span data-next></span></p>
    </div>`,
  );
}
