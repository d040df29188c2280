import { html } from 'hono/html';
import type { Selectable } from 'kysely';
import type { ReportSubject } from '../../../contract/amlReport.ts';
import { HitReasonCode } from '../../../contract/hit.ts';
import type { AmlScreeningsTable } from '../../db/screeningTables.ts';
import type { FoundHit } from '../../screenings/foundHit.ts';
import type { DeskSession } from '../deskEnv.ts';
import { comparedRows } from './hits.ts';
import { type Html, layout, tokenField } from './layout.ts';
import { table } from './table.ts';

interface AlertsView {
  session: DeskSession;
  alerts: { id: string; reference: string | null; open: number; from: string; at: Date }[];
  /** Where the next page starts. */
  next: string | null;
}

/** The queue of alerts: screenings without a case whose hits nobody has resolved. */
export function alertsPage({ session, alerts, next }: AlertsView): Html {
  return layout({
    title: 'Alerts',
    here: 'alerts',
    session,
    main: html`<h1>Alerts</h1>
      <p>Subjects without a case, from files, monitoring and calls of the API, with hits that nobody has resolved. The oldest come first.</p>
      ${
        alerts.length === 0
          ? html`<p class="empty">No alert is open.</p>`
          : table({
              label: 'Open alerts',
              columns: ['Alert', 'Reference', 'Open hits', 'From', 'Since'],
              rows: alerts.map(({ id, reference, open, from, at }) => [
                html`<a href="/desk/alerts/${id}"><code class="whole">${id.slice(-8)}</code></a>`,
                reference ? html`<span class="any">${reference}</span>` : '–',
                open,
                html`<span class="whole">${from}</span>`,
                html`<span class="whole">${at.toISOString().slice(0, 16).replace('T', ' ')} UTC</span>`,
              ]),
            })
      }
      ${next ? html`<nav class="row" aria-label="Pages"><a href="/desk/alerts?after=${next}">Next</a></nav>` : ''}`,
  });
}

interface AlertView {
  session: DeskSession;
  row: Selectable<AmlScreeningsTable>;
  from: string;
  hits: readonly FoundHit[];
  subject: ReportSubject;
  reference: string | null;
}

/** One alert: the subject, and each hit beside it. */
export function alertPage({ session, row, from, hits, subject, reference }: AlertView): Html {
  const { dataset, status, criteria } = row;
  const canResolve = session.reviewer.role !== 'viewer';
  const lists = dataset?.lists.map(({ name }) => name).join(', ') || 'none';
  const facts = [
    ['Reference', reference],
    ['Name', subject.name],
    ['In its own script', subject.nativeName],
    ['Born', subject.dateOfBirth],
    ['Nationality', subject.nationalities.join(', ')],
    ['Countries', subject.countries.join(', ')],
    ['From', `${from}, ${row.created_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
  ].filter(([, value]) => value);
  return layout({
    title: 'Alert',
    here: 'alerts',
    session,
    main: html`<h1>Alert <code class="whole">${row.id.slice(-8)}</code> <span class="tag">${status.replaceAll('_', ' ')}</span></h1>
      <p><a href="/desk/alerts">All alerts</a></p>
      <section class="card" aria-labelledby="subject-title"><h2 id="subject-title">The ${subject.kind}</h2>
        <dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd><bdi class="any">${value}</bdi></dd>`)}</dl></section>
      <section class="card" id="hits" aria-labelledby="hits-title"><h2 id="hits-title" tabindex="-1">Hits on lists</h2>
        ${hits.length === 0 ? html`<p>No hit.</p>` : hits.map((hit) => hitCard(session, hit, { alertId: row.id, canResolve }))}
        <p class="small">Lists: ${lists}. Thresholds: ${criteria.thresholds.version === 0 ? `${criteria.threshold}` : `version ${criteria.thresholds.version}`}.</p>
      </section>`,
  });
}

function hitCard(
  session: DeskSession,
  hit: FoundHit,
  { alertId, canResolve }: { alertId: string; canResolve: boolean },
): Html {
  const { entity, resolution, proposal, note, reasonCode } = hit;
  const isOpen = resolution === null || proposal !== null;
  const tag = isOpen ? 'Open' : resolution === 'true_match' ? 'This entry' : 'Not this subject';
  return html`<article class="hit">
    <h3><bdi>${entity.name}</bdi> <span class="tag">${tag}</span></h3>
    <p class="small">${hit.strength} similarity, ${hit.score.toFixed(2)} of 1; on ${hit.lists.join(', ')}</p>
    ${proposal ? html`<p>${proposal.by === session.reviewer.id ? 'You have decided on this hit. It takes two people: it stays open until another one agrees.' : 'Another person has decided on this hit. It takes two people: it stays open until you agree.'}</p>` : ''}
    ${resolution ? html`<p><strong>${resolution === 'true_match' ? 'The subject is this entry' : 'Not this subject'}</strong>: ${note ?? reasonCode ?? ''}</p>` : ''}
    ${canResolve ? resolveForm(session, alertId, hit) : ''}
    <details ${isOpen ? html`open` : ''}><summary>Compared with the entry</summary>
    ${table({
      label: `Compared with ${entity.name}`,
      columns: ['Field', 'The subject', 'The entry', 'Compared'],
      hasRowHeaders: true,
      rows: comparedRows(hit, null),
    })}</details>
  </article>`;
}

const reasons = HitReasonCode.options.map(
  (code) => html`<option value="${code}">${code.replaceAll('_', ' ')}</option>`,
);

function resolveForm(session: DeskSession, alertId: string, { id, entity }: FoundHit): Html {
  return html`<form class="resolve" method="post" action="/desk/alerts/${alertId}/hits">${tokenField(session)}
    <input type="hidden" name="hit" value="${id}">
    <fieldset class="row"><legend class="unseen">Resolve the hit ${entity.name}</legend>
    <label>Reason <select name="reasonCode" required><option value="">choose</option>${reasons}</select></label>
    <label class="note">Note <input name="note" maxlength="2000" autocomplete="off"></label>
    <button name="resolution" value="false_positive">Different subject</button>
    <button name="resolution" value="true_match">Same subject</button>
    </fieldset>
  </form>`;
}
