import { html } from 'hono/html';
import { layout } from './layout.ts';

const TEST_NAMES = [
  ['IDVTEST_APPROVE', 'approved'],
  ['IDVTEST_SELFIE_RETRY_1', 'the first selfie is not good enough'],
  ['IDVTEST_SPOOF', 'sent to review'],
  ['IDVTEST_UNDERAGE', 'declined'],
  ['IDVTEST_AML_POSSIBLE', 'sent to review'],
  ['IDVTEST_REVIEW_APPROVE', 'approved by a reviewer after ten seconds'],
  ['IDVTEST_SLOW_10', 'ten seconds of checking'],
] as const;

/** Opening an account: the widget does the whole verification. */
export function openPage({ isTest }: { isTest: boolean }) {
  return layout(
    'Open an account',
    'stage',
    html`
    <div class="open">
      <div class="intro">
        <h1>Open your savings account</h1>
        <p class="lead">The law asks us to know our customers. It takes a few minutes.</p>
        <ul class="need">
          <li>Your details, as in your passport</li>
          <li>A camera, or a recent picture of yourself</li>
        </ul>
        ${isTest ? testNames() : ''}
      </div>
      <div class="frame"><idv-verify session-url="/idv/session" site-name="Larkspur"><p class="lead">One moment …</p></idv-verify></div>
    </div>`,
    '/idv/idv-verify.js',
    '/assets/title.js',
  );
}

function testNames() {
  return html`<details class="test">
    <summary>Test mode: choose how it ends</summary>
    <p>Any name will do. These family names force an outcome:</p>
    <dl>${TEST_NAMES.map(([name, ends]) => html`<div><dt><code>${name}</code></dt><dd>${ends}</dd></div>`)}</dl>
  </details>`;
}
