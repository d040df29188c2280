import { html } from 'hono/html';
import { HitReasonCode } from '../../../contract/hit.ts';
import type { FoundHit } from '../../screenings/foundHit.ts';
import { linkText } from '../../screenings/linkText.ts';
import type { Evidence } from '../evidence.ts';
import type { CaseView } from './caseView.ts';
import { type Html, tokenField } from './layout.ts';
import { markedName } from './markedName.ts';
import { secondPersonText } from './secondPerson.ts';
import { table } from './table.ts';

/** The hits of the screening, each next to the person's details. No resolution is preselected. */
export function hitsSection(view: CaseView, { hits, lists, screeningId, details }: Evidence): Html {
  const open = hits.filter(({ resolution, proposal }) => !resolution || proposal);
  const listed = lists
    .map(({ name, publishedAt }) => (publishedAt ? `${name} of ${publishedAt.slice(0, 10)}` : name))
    .join(', ');
  const canResolve = (view.isHeld || view.isOverturning) && !view.judgement?.outcome;
  return html`<section class="card" id="hits" aria-labelledby="hits-title"><h2 id="hits-title" tabindex="-1">Hits on lists</h2>
    ${
      hits.length === 0
        ? html`<p>${screeningId ? 'No list entry came above the limit of the search.' : 'Not screened.'}</p>`
        : html`<p>${openWords(open.length, hits.length)} ${open.length > 0 ? 'All must be resolved before approval.' : ''}</p>`
    }
    ${canResolve && open.length > 1 ? severalForm(view, open) : ''}
    ${hits.map((hit, index) => hitCard(view, hit, { index, of: hits.length, details }))}
    <p class="small">Lists: ${listed || 'none'}.</p>
  </section>`;
}

function openWords(open: number, all: number): string {
  const hits = all === 1 ? 'One hit' : `${all} hits`;
  if (open === 0) return `${hits}, resolved.`;
  return open === all ? `${hits}, open.` : `${hits}; ${open === 1 ? 'one is' : `${open} are`} still open.`;
}

/** The facts of the person and of the entry side by side, all that the entry has. */
export function comparedRows({ entity, explain }: FoundHit, details: Evidence['details']) {
  const given = nameOf(explain.name, details);
  const listed = explain.name?.listed ?? entity.name;
  const line = (field: string, value: Html | string, other: Html | string, text = '') => [
    field,
    html`<bdi class="any">${value || '–'}</bdi>`,
    html`<bdi class="any">${other || '–'}</bdi>`,
    text || '–',
  ];
  const listedOnly = (field: string, value: Html | string, text = '') =>
    value ? [line(field, '', value, text)] : [];
  const names = [entity.name, ...entity.aliases].filter((name) => name !== listed);
  return [
    line(
      'Name',
      markedName(given, 'given', explain.name),
      markedName(listed, 'listed', explain.name),
      explain.name?.text,
    ),
    ...listedOnly('Also called', several(names)),
    line(
      'Born',
      explain.dateOfBirth.given ?? details?.dateOfBirth ?? '',
      explain.dateOfBirth.listed.join(', '),
      explain.dateOfBirth.text,
    ),
    ...(entity.placesOfBirth.length > 0 || details?.countryOfBirth
      ? [line('Born in', details?.countryOfBirth ?? '', entity.placesOfBirth.join('; '))]
      : []),
    ...listedOnly('Sex', entity.gender ?? ''),
    line(
      'Countries',
      explain.country.given.join(', '),
      explain.country.listed.join(', '),
      explain.country.text,
    ),
    ...listedOnly('Resident in', entity.residences.join(', ')),
    line(
      'Numbers',
      details?.nationalId ? `…${details.nationalId.last4}` : '',
      several(entity.identifiers.map(numberWords)),
      explain.identifiers?.text,
    ),
    ...listedOnly('Kind', entity.kind === 'person' || entity.kind === 'unknown' ? '' : entity.kind),
    ...listedOnly(
      'Listed for',
      entity.programmes.join(', '),
      entity.listedOn ? `since ${entity.listedOn}` : '',
    ),
    ...listedOnly('Position', several([entity.position ?? '', ...entity.functions.map(functionWords)])),
    ...listedOnly('Linked to', several(entity.links.map(linkText))),
    ...listedOnly('Remarks', entity.remarks ?? ''),
  ];
}

/** The person's own name; the one that was compared, if it is theirs: a test name can stand for a listed one. */
function nameOf(explained: FoundHit['explain']['name'], details: Evidence['details']): string {
  const { givenName, middleName, familyName, nativeName } = details ?? {};
  const own = [givenName, middleName, familyName].filter(Boolean).join(' ');
  const words = `${own} ${nativeName ?? ''}`.toLowerCase().split(/\s+/);
  const given = explained?.given ?? null;
  const isOwn = given
    ?.toLowerCase()
    .split(/\s+/)
    .some((word) => words.includes(word));
  return given && (isOwn || !details) ? given : own;
}

/** How many values are shown at once; the others open with a press. */
const SHOWN = 8;

function several(values: readonly string[]): Html | string {
  const all = values.filter(Boolean);
  const first = all.slice(0, SHOWN).join(' · ');
  if (all.length <= SHOWN) return first;
  return html`${first}<details><summary>${all.length - SHOWN} more</summary>${all.slice(SHOWN).join(' · ')}</details>`;
}

function numberWords({ type, country, number, note }: FoundHit['entity']['identifiers'][number]): string {
  return [type, country, number, note && `(${note})`].filter(Boolean).join(' ');
}

function functionWords({ title, since, until }: FoundHit['entity']['functions'][number]): string {
  return [title, since && `since ${since}`, until && `until ${until}`].filter(Boolean).join(', ');
}

function hitCard(
  { session, row, isHeld, isOverturning, judgement, hasSameHits }: CaseView,
  hit: FoundHit,
  { index, of, details }: { index: number; of: number; details: Evidence['details'] },
) {
  const { entity, explain } = hit;
  const canResolve = (isHeld || isOverturning) && !judgement?.outcome;
  const isOpen = hit.resolution === null || hit.proposal !== null;
  const isUnsure = isOpen && judgement?.unsure?.includes(hit.id);
  return html`<article class="hit" data-hit ${isOpen ? html`data-open` : ''} aria-labelledby="hit-${index}">
    <h3 id="hit-${index}" tabindex="-1"><span class="small">${index + 1} of ${of}</span> <bdi>${entity.name}</bdi> <span class="tag">${
      isUnsure
        ? 'Unsure'
        : isOpen
          ? 'Open'
          : hit.resolution === 'true_match'
            ? 'This entry'
            : 'Not this person'
    }</span></h3>
    <p class="small">${hit.strength ? `${hit.strength} similarity, ` : ''}${hit.score.toFixed(2)} of 1; on ${hit.lists.join(', ')}</p>
    ${hit.proposal ? html`<p>${secondPersonText(hit, session.reviewer.id)}</p>` : ''}
    ${hit.resolution ? html`<p><strong>${hit.resolution === 'true_match' ? 'The person is this entry' : 'Not this person'}</strong>: ${hit.note ?? hit.reasonCode ?? ''}</p>` : ''}
    ${isUnsure ? html`<p><strong>You are unsure.</strong> The hit stays open, and the case cannot be approved. Resolve it, or pass the case on.</p>` : ''}
    ${canResolve ? resolveForm({ session, row, hasSameHits }, hit) : ''}
    <details ${isOpen ? html`open` : ''}><summary>Compared with the entry</summary>
    ${table({
      label: `Compared with ${entity.name}`,
      columns: ['Field', 'The person', 'The entry', 'Compared'],
      hasRowHeaders: true,
      rows: comparedRows(hit, details),
    })}
    ${explain.weights ? weights(explain.weights) : ''}
    ${hit.earlier.length > 0 ? html`<p class="small">Earlier decisions: ${hit.earlier.map(({ resolution, at, changed }) => `${resolution.replace('_', ' ')} ${at?.slice(0, 10) ?? ''}, changed since: ${changed.join(', ')}`).join('; ')}</p>` : ''}
    ${entity.sourceUrl ? html`<p class="small any">The list’s page of this entry: <a href="${httpOnly(entity.sourceUrl)}" rel="noreferrer noopener" target="_blank">${entity.sourceUrl}</a></p>` : ''}
    </details>
  </article>`;
}

/** A list may state anything as its source: only web addresses become links. */
function httpOnly(url: string): string {
  return /^https?:\/\//i.test(url) ? url : 'about:blank';
}

const reasonOptions = HitReasonCode.options.map(
  (code) => html`<option value="${code}">${code.replaceAll('_', ' ')}</option>`,
);

function resolveForm(
  { session, row, hasSameHits }: Pick<CaseView, 'session' | 'row' | 'hasSameHits'>,
  hit: FoundHit,
) {
  return html`<form class="resolve" method="post" action="/desk/cases/${row.id}/hits" data-part data-draft="hit ${hit.id}">${tokenField(session)}
    <input type="hidden" name="hit" value="${hit.id}">
    <fieldset class="row"><legend class="unseen">Resolve the hit ${hit.entity.name}</legend>
    <label>Reason <select name="reasonCode" required><option value="">choose</option>${reasonOptions}</select></label>
    <label class="note">Note <input name="note" maxlength="2000" autocomplete="off"></label>
    <button name="resolution" value="false_positive" data-action="hit-false" data-key="f" data-sends>Different person <kbd>f</kbd></button>
    <button name="resolution" value="true_match" data-action="hit-true" data-key="t">Same person <kbd>t</kbd></button>
    <button name="resolution" value="unsure" formnovalidate class="quiet" data-action="hit-unsure" data-key="u">Unsure <kbd>u</kbd></button>
    ${hasSameHits ? everywhere() : ''}
    </fieldset>
  </form>`;
}

/** The same entry waits in other cases of the customer: it is the same question there. */
const everywhere = () =>
  html`<label class="tick"><input type="checkbox" name="everywhere" value="yes"> Also in the customer’s other cases that wait with this entry</label>`;

/** One reason for several hits that are another person. */
function severalForm({ session, row, hasSameHits }: CaseView, open: readonly FoundHit[]) {
  return html`<details class="several"><summary>One reason for several hits</summary>
    <form method="post" action="/desk/cases/${row.id}/hits" data-part>${tokenField(session)}
      <fieldset><legend>The person is none of these entries</legend><div class="ticks">${open.map(
        ({ id, entity, lists }) =>
          html`<label class="tick"><input type="checkbox" name="hit" value="${id}"> <span><bdi class="any">${entity.name}</bdi> <span class="small">${lists.join(', ')}</span></span></label>`,
      )}</div></fieldset>
      <fieldset class="row"><legend class="unseen">The reason for all that are chosen</legend>
      <label>Reason <select name="reasonCode" required><option value="">choose</option>${reasonOptions}</select></label>
      <label class="note">Note <input name="note" maxlength="2000" autocomplete="off"></label>
      <button name="resolution" value="false_positive">Different person in each</button>${hasSameHits ? everywhere() : ''}</fieldset>
    </form></details>`;
}

/** Each piece of evidence as a bar: to one side for the same person, to the other against. */
function weights({ terms }: NonNullable<FoundHit['explain']['weights']>) {
  const max = Math.max(1, ...terms.map(({ value }) => Math.abs(value)));
  return html`<details><summary>Evidence for and against</summary>
    <ul class="weights">${terms.map(
      ({ value, text }) =>
        html`<li><span class="${value < 0 ? 'against' : 'for'}"><meter min="0" max="${max}" value="${Math.abs(value)}" aria-hidden="true"></meter> ${value < 0 ? 'against' : 'for'} ${Math.abs(value).toFixed(1)}</span> ${text}</li>`,
    )}</ul></details>`;
}
