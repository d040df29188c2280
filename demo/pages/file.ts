import { html } from 'hono/html';
import { brandOf } from '../brands.ts';
import { type Choice, queryOf } from '../choice.ts';
import type { CaseFile } from '../compliance/readCaseFile.ts';
import { type Rule, rules } from '../compliance/rules.ts';
import { documentPart } from './fileDocument.ts';
import {
  accessPart,
  consentPart,
  decisionPart,
  erasurePart,
  type FileMore,
  listsPart,
  measuredPart,
} from './fileParts.ts';
import { detailsPart, personPart } from './filePerson.ts';
import { layoutAround } from './layout.ts';

const titles = {
  decision: 'The decision',
  details: 'The details, and where they come from',
  consent: 'The consent',
  document: 'The document: read, and not established',
  measured: 'The selfie: measured, and not established',
  lists: 'Lists and hits',
  access: 'Who saw and did what',
  erasure: 'What is erased, and when',
};

/** The page of a case's file, before and after its records. The head is sent while the records are still being read. */
export function filePage(choice: Choice): [string, string] {
  const again = queryOf(choice);
  return layoutAround(
    {
      title: 'The file of your case',
      description:
        'Consent, document, measurements and limits, lists, hits, who saw what, and erasure: all of a case on one page.',
      brand: brandOf(choice.brand),
      styles: ['file'],
      scripts: ['file'],
    },
    html`<section class="file-head">
      <p class="kicker">For compliance officers</p>
      <h1>The file of your case</h1>
    </section>`,
    html`<p class="file-foot"><a class="button second" href="/again${again && `?${again}`}">The same again, as somebody new</a></p>`,
  );
}

/** The records of a case, each with the rule that requires it. */
export function fileRecords(file: CaseFile, { erased, goneAt }: FileMore): string {
  const bodies = {
    decision: decisionPart(file),
    details: detailsPart(file),
    consent: consentPart(file),
    document: documentPart(file),
    measured: measuredPart(file),
    lists: listsPart(file),
    access: accessPart(file),
    erasure: erasurePart(file, erased, goneAt),
  };
  const names = Object.keys(titles) as (keyof typeof titles)[];
  const links = names.map((name) => html`<li><a href="#${name}">${titles[name]}</a></li>`);
  return `${html`<div class="file-case">
      ${personPart(file)}
      <nav aria-label="Parts of the file"><ul class="file-nav">${links}</ul></nav>
    </div>`}${names.map((name) => part(name, titles[name], bodies[name], rules[name])).join('')}`;
}

/** Replaces the records if they can't be read. */
export const unreadableRecords =
  '<section class="part"><p role="alert">The records could not be read. Please load this page again in a moment.</p></section>';

type Html = ReturnType<typeof html>;

function part(name: string, title: string, body: Html, asked: Rule[]): string {
  const read = asked.map(
    ({ name: rule, asks, readOn }) => html`<li><strong>${rule}</strong>
          <p>${asks}</p><p class="small">Our words, checked against the text on ${readOn}</p></li>`,
  );
  return String(html`<section class="part" aria-labelledby="${name}">
    <div class="part-body"><h2 id="${name}">${title}</h2>${body}</div>
    ${read.length > 0 ? html`<aside class="rules" aria-label="What asks for it: ${title}"><h3>What asks for it</h3><ul class="rule-list">${read}</ul></aside>` : ''}
  </section>`);
}
