import { html } from 'hono/html';
import { layout } from './layout.ts';

/** The front page. Somebody who has begun is led on instead of asked to begin. */
export function landingPage(status: string | undefined) {
  const go =
    status === undefined
      ? html`<a class="button" href="/open">Open an account</a>`
      : html`<a class="button" href="/return">See your application</a>`;
  return layout(
    'Savings that grow',
    'landing',
    html`
    <section class="hero">
      <div>
        <p class="kicker">The quiet savings bank</p>
        <h1>Save a little.<br>Watch it grow.</h1>
        <p class="lead">One account, one fair rate, no small print. Opening it takes a few minutes and your face.</p>
        ${go}
      </div>
      <div class="card" id="savings">
        <p class="card-name">Larkspur Savings</p>
        <p class="rate">3.10<small>% a year</small></p>
        <dl>
          <div><dt>Smallest deposit</dt><dd>€ 1</dd></div>
          <div><dt>Notice</dt><dd>none</dd></div>
          <div><dt>Interest paid</dt><dd>monthly</dd></div>
        </dl>
      </div>
    </section>
    <section class="steps" aria-labelledby="how">
      <h2 id="how">How it works</h2>
      <ol>
        <li><h3>Tell us who you are</h3><p>Your name, birthday and address. No paper, no branch.</p></li>
        <li><h3>Take a selfie</h3><p>A short, guided picture shows that it is really you.</p></li>
        <li><h3>Start saving</h3><p>We check at once. Most accounts open within a minute.</p></li>
      </ol>
    </section>`,
  );
}
