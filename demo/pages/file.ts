import { html } from 'hono/html';
import { brandOf } from '../brands.ts';
import { type Choice, queryOf } from '../choice.ts';
import type { CaseFile, readErased } from '../compliance/readCaseFile.ts';
import { type Rule, rules } from '../compliance/rules.ts';
import { accessPart, consentPart, decisionPart, erasurePart, listsPart, measuredPart } from './fileParts.ts';
import { layout } from './layout.ts';
import { timeOf } from './time.ts';

export interface FileMore {
  /** What reading gives after the erasure; `null` before. */
  erased: Awaited<ReturnType<typeof readErased>> | null;
  /** When this demo forgets the visitor and has the service erase the case. */
  goneAt: Date;
  choice: Choice;
}

/** The file of a case: its records, each with the rule that requires it. */
export function filePage(file: CaseFile, { erased, goneAt, choice }: FileMore) {
  const { id, createdAt, status } = file.case;
  const again = queryOf(choice);
  const parts = [
    part('decision', 'The decision', decisionPart(file), rules.decision),
    part('consent', 'The consent', consentPart(file), rules.consent),
    part('measured', 'The selfie: measured, and not established', measuredPart(file), rules.measured),
    part('lists', 'Lists and hits', listsPart(file), rules.lists),
    part('access', 'Who saw and did what', accessPart(file), rules.access),
    part('erasure', 'What is erased, and when', erasurePart(file, erased, goneAt), rules.erasure),
  ];
  return layout(
    {
      title: 'The file of your case',
      description:
        'Consent, measurements and limits, lists, hits, who saw what, and erasure: all of a case on one page.',
      brand: brandOf(choice.brand),
      styles: ['file'],
      scripts: ['file'],
    },
    html`<section class="file-head" data-file>
      <p class="kicker">For compliance officers</p>
      <h1>The file of your case</h1>
      <p class="lead"><code>${id}</code>, begun ${timeOf(createdAt)}: <strong>${status.replaceAll('_', ' ')}</strong></p>
      <nav aria-label="Parts of the file"><ul class="file-nav">${parts.map(({ name, title }) => html`<li><a href="#${name}">${title}</a></li>`)}</ul></nav>
    </section>
    ${parts.map(({ section }) => section)}
    <p class="file-foot"><a class="button second" href="/again${again && `?${again}`}">The same again, as somebody new</a></p>`,
  );
}

type Html = ReturnType<typeof html>;

function part(name: string, title: string, body: Html, asked: Rule[]) {
  const section = html`<section class="part" aria-labelledby="${name}">
    <div class="part-body"><h2 id="${name}">${title}</h2>${body}</div>
    <aside class="rules" aria-label="What asks for it: ${title}"><h3>What asks for it</h3>
      <ul class="rule-list">${asked.map(
        ({
          name: rule,
          asks,
          readOn,
        }) => html`<li data-read="${readOn === null ? 'no' : 'yes'}"><strong>${rule}</strong>
          <p>${asks}</p><p class="small">${readOn === null ? 'Not checked against the text' : `Our words, checked against the text on ${readOn}`}</p></li>`,
      )}</ul></aside>
  </section>`;
  return { name, title, section };
}
