import { html } from 'hono/html';
import type { Selectable } from 'kysely';
import type { KnownPairsTable } from '../../db/reviewTables.ts';
import type { OwnQuality } from '../../db/store/knownPairs.ts';
import type { DeskSession } from '../deskEnv.ts';
import { layout, tokenField } from './layout.ts';

interface Quality {
  session: DeskSession;
  figures: readonly OwnQuality[];
  names: ReadonlyMap<string, string>;
  toOverturn: readonly string[];
  disputed: readonly { id: string; outcome: string }[];
  /** The reader's own known pairs; those of others would give themselves away. */
  pairs: readonly Selectable<KnownPairsTable>[];
  others: number;
}

/**
 * The quality of judgements on pairs with a known answer: a reviewer's own figures; for administrators those of all, by
 * name and not ranked.
 */
export function qualityPage({ session, figures, names, toOverturn, disputed, pairs, others }: Quality) {
  const isAdministrator = session.reviewer.role === 'administrator';
  const nameOf = (id: string) => names.get(id) ?? id;
  const sorted = [...figures].sort((a, b) => nameOf(a.reviewer).localeCompare(nameOf(b.reviewer)));
  const link = (id: string) =>
    html`<a href="/desk/cases/${id}"><code class="whole">${id.slice(-8)}</code></a>`;
  return layout({
    title: 'Quality',
    here: 'quality',
    session,
    main: html`<h1>Quality</h1>
      <p>Some cases are known pairs, and some were approved by the rules. They are not marked, and your judgement
        does not change them. ${isAdministrator ? 'Each reviewer sees their own line.' : 'Only you and administrators see this line.'} The figures include everything up to yesterday (UTC).</p>
      ${
        sorted.length === 0
          ? html`<p class="empty">There are no measurements yet.</p>`
          : html`<div class="wide" tabindex="0" role="region" aria-label="Figures"><table>
          <thead><tr><th scope="col">Who</th><th scope="col">Same person, judged the same</th><th scope="col">Different people, judged different</th><th scope="col">Different people, judged the same</th><th scope="col">Approvals confirmed</th></tr></thead>
          <tbody>${sorted.map(
            (one) => html`<tr><th scope="row">${nameOf(one.reviewer)}</th>
              <td>${share(one.sameRight, one.same)}</td><td>${share(one.differentRight, one.different)}</td>
              <td>${share(one.differentWrong, one.different)}</td><td>${share(one.samplesAgreed, one.samples)}</td></tr>`,
          )}</tbody></table></div>
        <p class="small">In brackets: the 95 % confidence interval. The remaining pairs were judged “undecided” or “I can’t tell”.</p>`
      }
      ${toOverturn.length > 0 ? html`<section class="card"><h2>To be overturned if a second reviewer agrees</h2><ul>${toOverturn.map((id) => html`<li>${link(id)}</li>`)}</ul></section>` : ''}
      ${disputed.length > 0 ? html`<section class="card"><h2>Approvals that a reviewer disagrees with, last 30 days</h2><p>You have seen how they were judged: another reviewer has to reopen them.</p><ul>${disputed.map(({ id, outcome }) => html`<li>${link(id)}: ${outcome.replace('_', ' ')}</li>`)}</ul></section>` : ''}
      ${
        isAdministrator
          ? html`<section class="card"><h2>Known pairs</h2>
        <p>To add one, open a decided case that has pictures. Every other reviewer gets it once, while its pictures are stored.${others > 0 ? ` ${others} more were added by other administrators: you may get them to judge.` : ''}</p>
        <ul>${pairs.map(
          (
            pair,
          ) => html`<li><form class="row" method="post" action="/desk/cases/${pair.case_id}/known">${tokenField(session)}
            ${link(pair.case_id)} ${pair.is_same ? 'one person' : 'two people'}
            <input type="hidden" name="truth" value="none"><button class="quiet">Stop using it</button></form></li>`,
        )}</ul></section>`
          : ''
      }`,
  });
}

/** A share with its Wilson interval, which is also valid for few cases. */
function share(count: number, of: number): string {
  if (of === 0) return 'none yet';
  const { low, high } = wilson(count, of);
  return `${count} of ${of} (${Math.round(100 * low)}–${Math.round(100 * high)} %)`;
}

/** @see Wilson 1927, doi:10.1080/01621459.1927.10502953 */
export function wilson(count: number, of: number, z = 1.96): { low: number; high: number } {
  const p = count / of;
  const middle = p + (z * z) / (2 * of);
  const spread = z * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of));
  const scale = 1 + (z * z) / of;
  return { low: Math.max(0, (middle - spread) / scale), high: Math.min(1, (middle + spread) / scale) };
}
