import { html } from 'hono/html';
import { HitReasonCode } from '../../../contract/hit.ts';
import type { FoundHit } from '../../screenings/foundHit.ts';
import type { Evidence } from '../evidence.ts';
import type { CaseView } from './caseView.ts';
import { type Html, tokenField } from './layout.ts';
import { table } from './table.ts';

/** The hits of the screening, each next to the person's details. No resolution is preselected. */
export function hitsSection(view: CaseView, { hits, lists, screeningId, details }: Evidence): Html {
  const open = hits.filter(({ resolution, proposal }) => !resolution || proposal).length;
  const listed = lists
    .map(({ name, publishedAt }) => (publishedAt ? `${name} of ${publishedAt.slice(0, 10)}` : name))
    .join(', ');
  return html`<section class="card" id="hits" aria-labelledby="hits-title"><h2 id="hits-title">Hits on lists</h2>
    ${
      hits.length === 0
        ? html`<p>${screeningId ? 'No list entry resembles this person.' : 'Not screened.'}</p>`
        : html`<p>${hits.length} in all, ${open} open. All must be resolved before approval.</p>`
    }
    <p class="small">Lists: ${listed || 'none'}.</p>
    ${hits.map((hit, index) => hitCard(view, hit, { index, details }))}
  </section>`;
}

/** The facts of the person and of the entry side by side. */
function comparedRows({ entity, explain }: FoundHit, details: Evidence['details']) {
  const name = explain.name?.given ?? [details?.givenName, details?.familyName].filter(Boolean).join(' ');
  const listed = explain.name?.listed ?? entity.name;
  const line = (field: string, value: Html | string, other: Html | string, text = '') => [
    field,
    html`<bdi class="any">${value || '–'}</bdi>`,
    html`<bdi class="any">${other || '–'}</bdi>`,
    text || '–',
  ];
  return [
    line('Name', marked(name, listed), marked(listed, name), explain.name?.text),
    line('Also called', '', entity.aliases.slice(0, 8).join(' · ')),
    line(
      'Born',
      explain.dateOfBirth.given ?? '',
      explain.dateOfBirth.listed.join(', '),
      explain.dateOfBirth.text,
    ),
    line(
      'Countries',
      explain.country.given.join(', '),
      explain.country.listed.join(', '),
      explain.country.text,
    ),
    line(
      'Numbers',
      details?.nationalId ? `…${details.nationalId.last4}` : '',
      entity.identifiers
        .map(({ number }) => number)
        .slice(0, 5)
        .join(', '),
      explain.identifiers?.text,
    ),
    line(
      'Listed as',
      '',
      entity.position ?? entity.programmes.join(', '),
      entity.listedOn ? `since ${entity.listedOn}` : '',
    ),
  ];
}

function hitCard(
  { session, row, isHeld, isOverturning, judgement }: CaseView,
  hit: FoundHit,
  { index, details }: { index: number; details: Evidence['details'] },
) {
  const { entity, explain } = hit;
  const canResolve = (isHeld || isOverturning) && !judgement?.outcome;
  return html`<article class="hit" data-hit aria-labelledby="hit-${index}">
    <h3 id="hit-${index}"><bdi>${entity.name}</bdi> </h3>
    <p class="small">${hit.strength ? `${hit.strength} similarity, ` : ''}${hit.score.toFixed(2)} of 1; on ${hit.lists.join(', ')}</p>
    ${table({
      label: `Compared with ${entity.name}`,
      columns: ['Field', 'The person', 'The entry', 'Compared'],
      hasRowHeaders: true,
      rows: comparedRows(hit, details),
    })}
    ${explain.weights ? weights(explain.weights) : ''}
    ${hit.earlier.length > 0 ? html`<p class="small">Earlier decisions: ${hit.earlier.map(({ resolution, at, changed }) => `${resolution.replace('_', ' ')} ${at?.slice(0, 10) ?? ''}, changed since: ${changed.join(', ')}`).join('; ')}</p>` : ''}
    ${entity.sourceUrl ? html`<p class="small">Source: <a href="${httpOnly(entity.sourceUrl)}" rel="noreferrer noopener" target="_blank">${entity.sourceUrl}</a></p>` : ''}
    ${hit.proposal ? html`<p>A reviewer proposes to change the resolution to a false positive. A second reviewer must confirm.</p>` : ''}
    ${hit.resolution ? html`<p><strong>${hit.resolution === 'true_match' ? 'The person is this entry' : 'Not this person'}</strong>: ${hit.note ?? hit.reasonCode ?? ''}</p>` : ''}
    ${canResolve ? resolveForm(session, row.id, hit) : ''}
  </article>`;
}

/** A list may state anything as its source: only web addresses become links. */
function httpOnly(url: string): string {
  return /^https?:\/\//i.test(url) ? url : 'about:blank';
}

function resolveForm(session: CaseView['session'], caseId: string, hit: FoundHit) {
  return html`<form class="row" method="post" action="/desk/cases/${caseId}/hits">${tokenField(session)}
    <input type="hidden" name="hit" value="${hit.id}">
    <label>Reason <select name="reasonCode" required><option value="">choose</option>${HitReasonCode.options.map((code) => html`<option value="${code}">${code.replaceAll('_', ' ')}</option>`)}</select></label>
    <label>Note <input name="note" maxlength="2000" autocomplete="off"></label>
    <button name="resolution" value="true_match" data-action="hit-true" data-key="t">Same person <kbd>t</kbd></button>
    <button name="resolution" value="false_positive" data-action="hit-false" data-key="f">Different person <kbd>f</kbd></button>
    <button name="resolution" value="unsure" formnovalidate class="quiet" data-action="hit-unsure" data-key="u">Unsure <kbd>u</kbd></button>
  </form>`;
}

/** Marks the letters of a name that have no counterpart in the other name. */
function marked(name: string, other: string): Html {
  const parts = differing(name, other).map(({ text, isDifferent }) =>
    isDifferent ? html`<mark>${text}</mark>` : text,
  );
  return html`${parts}`;
}

/** Splits a name into runs of letters that are, or are not, in the longest common subsequence of both names. */
export function differing(name: string, other: string): { text: string; isDifferent: boolean }[] {
  const [a, b] = [[...name.slice(0, 200)], [...other.slice(0, 200)]];
  const fold = (letter = '') => letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i]![j] =
        fold(a[i]) === fold(b[j])
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const runs: { text: string; isDifferent: boolean }[] = [];
  for (let [i, j] = [0, 0]; i < a.length; ) {
    const isSame = j < b.length && fold(a[i]) === fold(b[j]);
    if (!isSame && j < b.length && lengths[i]![j + 1]! >= lengths[i + 1]![j]!) {
      j++;
      continue;
    }
    const last = runs.at(-1);
    if (last && last.isDifferent === !isSame) last.text += a[i];
    else runs.push({ text: a[i]!, isDifferent: !isSame });
    i++;
    if (isSame) j++;
  }
  return runs;
}

/** Each piece of evidence as a bar: to one side for the same person, to the other against. */
function weights({ terms, sum }: NonNullable<FoundHit['explain']['weights']>) {
  const max = Math.max(1, ...terms.map(({ value }) => Math.abs(value)));
  return html`<details><summary>Score: ${sum.toFixed(1)} in total</summary>
    <ul class="weights">${terms.map(
      ({ value, text }) =>
        html`<li><span class="${value < 0 ? 'against' : 'for'}"><meter min="0" max="${max}" value="${Math.abs(value)}" aria-hidden="true"></meter> ${value < 0 ? 'against' : 'for'} ${Math.abs(value).toFixed(1)}</span> ${text}</li>`,
    )}</ul></details>`;
}
