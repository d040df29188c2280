import { html } from 'hono/html';
import { layout } from './layout.ts';

/** Replaces the file of a visitor without a case, and explains how to get one. */
export function emptyFilePage() {
  const ways = [
    [
      'Finish one',
      'Details are filled in, the drawn document is read and the test face moves by itself. Half a minute.',
      '/again?prefill=yes&camera=test',
    ],
    [
      'One with a hit',
      'A name like one on a list: a person decides, and the file says why.',
      '/again?scenario=aml_possible&camera=test',
    ],
    [
      'One that failed',
      'A photographed screen instead of a face: in review, with its reason.',
      '/again?scenario=spoof&camera=test',
    ],
  ] as const;
  return layout(
    {
      title: 'The file of a case',
      description:
        'Consent, document, measurements and limits, lists, hits, who saw what, and erasure: all of a case on one page.',
      styles: ['front', 'file'],
    },
    html`<section class="file-head">
      <p class="kicker">For compliance officers</p>
      <h1>The file of a case</h1>
      <p class="lead">Consent, document, measurements and limits, lists and hits, who saw what, what is erased when: all of it on one page,
        with the rule that asks for it. It shows a case of your own, and you have none yet.</p>
      <ul class="ways">${ways.map(
        ([title, text, href]) =>
          html`<li class="way" data-way="compliance"><h3>${title}</h3><p>${text}</p><a href="${href}">${title}</a></li>`,
      )}</ul>
    </section>`,
  );
}
