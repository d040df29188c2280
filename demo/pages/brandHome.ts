import { html } from 'hono/html';
import type { Brand } from '../brands.ts';
import type { DemoOperator } from '../config.ts';
import { layout } from './layout.ts';

/** The front page of a brand. A visitor with an application gets a link to continue it. */
export function brandHomePage(brand: Brand, status: string | undefined) {
  const go =
    status === undefined
      ? html`<a class="button" href="/open${brand.query && `?${brand.query}`}">${brand.begin}</a>`
      : html`<a class="button" href="/return">See your application</a>`;
  const { offer } = brand;
  return layout(
    { title: brand.headline.join(' '), description: brand.lead, brand, styles: ['brand'] },
    html`
    <section class="hero">
      <div>
        <p class="kicker">${brand.kicker}</p>
        <h1>${brand.headline[0]}<br>${brand.headline[1]}</h1>
        <p class="lead">${brand.lead}</p>
        ${go}
      </div>
      <div class="card">
        <p class="card-name">${offer.name}</p>
        <p class="rate">${offer.figure}<small>${offer.unit}</small></p>
        <dl>${offer.facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
      </div>
    </section>
    <section class="steps" aria-labelledby="how">
      <h2 id="how">How it works</h2>
      <ol>${brand.steps.map(({ title, text }) => html`<li><h3>${title}</h3><p>${text}</p></li>`)}</ol>
    </section>`,
  );
}

/**
 * The privacy notice of the brand: short, and accurate for the service.
 * @param operator who is responsible; `null` on the visitor's own machine.
 */
export function privacyPage(brand: Brand, operator: DemoOperator | null) {
  const contact = operator && html`<a href="mailto:${operator.contact}">${operator.contact}</a>`;
  return layout(
    {
      title: 'Privacy notice',
      description: `How ${brand.name}, a made-up site, treats what you type and show here.`,
      brand,
      styles: ['brand'],
    },
    html`<article class="prose">
      <h1>Privacy notice</h1>
      <p class="lead">${brand.note}. This page says what this demo really does with what you type and show.</p>
      <h2>Who is responsible</h2>
      ${
        operator
          ? html`<p>${operator.name} runs this demo and is the controller. Write to ${contact}.</p>`
          : html`<p>You: this demo runs on the machine in front of you, and no other one can open it. Whoever started it is
        the controller. ${brand.contact} is as made up as the site.</p>`
      }
      <h2>What is taken, and what for</h2>
      <p>The details that you type, the pictures that you send, of a document too where one is asked for, and the small pictures in
        between: to find out whether a person was in front of the camera, whether the document says the same and shows the same
        face, and whether the name is on a list. In test mode the lists are fictional unless the operator
        loaded real ones. A computer decides first, and can say no by itself.</p>
      <h2>What gives us the right</h2>
      <p>Your consent (GDPR, Article 6(1)(a)), and for measuring your face your explicit consent (Article 9(2)(a)). You are asked for
        each by itself before anything is taken, and can say no to either.</p>
      <h2>How to withdraw it</h2>
      <p>At any time, without a reason: press <em>Erase all of it now</em> in <a href="/file">the file of your case</a>${operator ? html`, or write to ${contact}` : ''}.
        What was done before stays lawful.</p>
      <h2>Who gets it</h2>
      <p>Nobody else. Service and database run beside this site; no third party is called.</p>
      <h2>How long</h2>
      <p>This site forgets you an hour after you began, and has the service erase your case then. Until then
        <a href="/file">the file of your case</a> shows all of it.</p>
      <h2>What you may ask for</h2>
      <p>Access, correction, erasure, and that a person looks at a decision. The file shows the first and does the third; for the
        others ${operator ? html`write to ${contact}` : 'ask whoever started the demo'}, or complain to the supervisory authority where you live.</p>
    </article>`,
  );
}
