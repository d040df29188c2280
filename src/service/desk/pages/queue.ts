import { html } from 'hono/html';
import { DecisionReason } from '../../../contract/caseStatus.ts';
import type { QueueFigures, QueueFilter, QueueRow } from '../../db/store/reviewQueue.ts';
import type { DeskSession } from '../deskEnv.ts';
import { type Html, keyButton, layout, tokenField } from './layout.ts';
import { table } from './table.ts';
import { inWords, PRIORITIES, reasonWords } from './words.ts';

export interface QueueView {
  session: DeskSession;
  now: Date;
  show: QueueFilter['show'];
  canDecide: boolean;
  rows: (QueueRow & { reference: string | null })[];
  names: ReadonlyMap<string, string>;
  figures: QueueFigures;
  /** Whether the reviewer came by invitation, and has no passkey to come back with. */
  asksPasskey: boolean;
  /** Filters that the address keeps, besides `show`. */
  filter: Record<string, string>;
  /** The page, as the address has it. */
  at: Record<string, string>;
  /** Places of the previous and the next page. */
  previous: string | null;
  next: string | null;
}

const SHOWN = [
  ['all', 'All'],
  ['free', 'Free'],
  ['mine', 'Mine'],
  ['overdue', 'Overdue'],
  ['second', 'Second pair of eyes'],
  ['settle', 'To settle'],
] as const;

/** The queue. It shows no reasons for review: they would influence the judgement. */
export function queuePage(view: QueueView): Html {
  const { session, show, canDecide } = view;
  return layout({
    title: 'Queue',
    here: 'queue',
    session,
    main: html`<h1>Queue</h1>
      ${invitationNotice(view)}
      ${view.asksPasskey ? passkeyNotice() : ''}
      <div class="row">
        ${canDecide ? nextForm(session) : ''}
        <form class="row" method="get" action="/desk/search" role="search">
          <label>Id or reference <input name="q" data-action="search" data-key="/" required autocomplete="off"></label>
          <button>Find</button>
        </form>
        <a href="/desk/search/name">Search by name</a>
      </div>
      <nav class="row" aria-label="Filter">${SHOWN.filter(([name]) => canSee(view, name)).map(
        ([name, text]) =>
          html`<a class="chip" href="/desk?${addressOf(view, { show: name })}" ${show === name ? html`aria-current="true"` : ''}>${text}</a>`,
      )}</nav>
      <form class="row" method="get" action="/desk"><input type="hidden" name="show" value="${show}">
        <label>Reference <input name="reference" value="${view.filter['reference'] ?? ''}" autocomplete="off"></label>
        <label>Older than, hours <input name="age" type="number" min="1" max="9999" value="${view.filter['age'] ?? ''}"></label>
        ${evidenceFilters(view)}
        <button class="quiet">Filter</button></form>
      ${view.filter['reason'] || view.filter['list'] ? seenByFilter(session) : ''}
      <div data-live="/desk/live?${addressOf(view, { live: '1', show, ...view.at })}">${queueTable(view)}</div>
      <p><button class="quiet" data-pause hidden aria-pressed="false">Pause updates</button></p>`,
  });
}

/** Filters by what the review is about, for those who do not judge the cases that they show. */
function evidenceFilters({ session, filter }: QueueView): Html | '' {
  if (session.reviewer.role === 'reviewer') return '';
  return html`<label>Reason for review <select name="reason"><option value="">any</option>${DecisionReason.options.map(
    (code) =>
      html`<option value="${code}" ${filter['reason'] === code ? html`selected` : ''}>${reasonWords(code)}</option>`,
  )}</select></label>
    <label>Hit on the list <input name="list" value="${filter['list'] ?? ''}" maxlength="100" autocomplete="off" placeholder="ofac_sdn"></label>`;
}

function seenByFilter({ reviewer }: DeskSession): Html | '' {
  if (reviewer.role === 'viewer') return '';
  return html`<p class="small" role="note">You know something of what is shown here, so another reviewer judges these cases, unless nobody else is left.</p>`;
}

/** Reviewers take second turns; disagreements are settled by administrators. */
function canSee({ session, canDecide }: QueueView, show: QueueView['show']): boolean {
  if (show === 'settle') return session.reviewer.role === 'administrator';
  return show !== 'second' || canDecide;
}

/** The query of an address of the queue, with its filters. */
function addressOf({ filter }: QueueView, more: Record<string, string>): string {
  return new URLSearchParams({ ...more, ...filter }).toString();
}

function pager(view: QueueView): Html | '' {
  const { previous, next, show } = view;
  if (!previous && !next) return '';
  const link = (text: string, place: Record<string, string>) =>
    html`<a href="/desk?${addressOf(view, { show, ...place })}">${text}</a>`;
  return html`<nav class="row" aria-label="Pages">${previous ? link('Previous', { before: previous }) : ''}
    ${next ? link('Next', { after: next }) : ''}</nav>`;
}

const TOLD_MS = 7 * 86_400_000;

/** Tells a reviewer that somebody could have signed in as them. */
function invitationNotice({ session, now }: QueueView): Html | '' {
  const { inviter, invited_at } = session.reviewer;
  if (!inviter || !invited_at || now.getTime() - invited_at.getTime() > TOLD_MS) return '';
  return html`<p class="card" role="status"><strong>${inviter}</strong> made a new invitation for you at
    <time>${invited_at.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>. Whoever has it is signed in as you. If you did not
    ask for it, tell another administrator.</p>`;
}

const passkeyNotice = () =>
  html`<p class="card"><strong>Set up a passkey.</strong> You sign in with it from now on, and confirm yourself where a recent sign-in is needed: your
    invitation works once. <a href="/desk/passkey">Set up a passkey</a></p>`;

/** A longer queue is counted up to here: its pages are asked for every few seconds. */
export const MOST_COUNTED = 10_000;
const countOf = (count: number) => (count > MOST_COUNTED ? 'More than 10,000' : String(count));

/** The part of the page that is refreshed while it is open. */
export function queueTable(view: QueueView): Html {
  const { now, rows, names, figures, show, session } = view;
  const oldest = figures.oldest ? inWords(figures.oldest, now) : 'none';
  return html`<p><strong>${countOf(figures.waiting)}</strong> waiting, <strong>${countOf(figures.overdue)}</strong> overdue. Oldest due: ${oldest}.</p>
    ${
      rows.length === 0
        ? html`<p class="empty">${EMPTY[show]}</p>`
        : table({
            label: 'Waiting cases',
            columns: ['Case', 'Reference', 'Priority', 'Due', 'With'],
            rows: rows.map((row) => line(row, { now, names, reviewerId: session.reviewer.id })),
          })
    }
    ${pager(view)}`;
}

const EMPTY: Record<QueueFilter['show'], string> = {
  all: 'No case is waiting. A case comes here if no rule decides it.',
  free: 'Every waiting case is claimed by a reviewer.',
  mine: 'You have no case. “Next case” claims the one that is due first.',
  overdue: 'Nothing is overdue.',
  second: 'No case waits for a second reviewer.',
  settle: 'No disagreement waits for you.',
};

function line(
  row: QueueView['rows'][number],
  { now, names, reviewerId }: { now: Date; names: QueueView['names']; reviewerId: string },
) {
  const isClaimed = row.claimed_until !== null && row.claimed_until > now;
  const holder = row.claimed_by === reviewerId ? 'You' : (names.get(row.claimed_by ?? '') ?? 'API client');
  return [
    html`<a href="/desk/cases/${row.id}"><code class="whole">${row.id.slice(-8)}</code></a>`,
    row.reference ? html`<span class="any">${row.reference}</span>` : '–',
    row.priority === 0 ? html`<strong>${PRIORITIES[0]}</strong>` : PRIORITIES[row.priority],
    html`<span class="whole ${row.due <= now ? 'late' : ''}">${inWords(row.due, now)}</span>`,
    isClaimed
      ? `${holder}, since ${row.claimed_at!.toISOString().slice(11, 16)} UTC`
      : row.hasOwn
        ? 'Waiting for a second reviewer'
        : row.assigned_to
          ? `For ${row.assigned_to === reviewerId ? 'you' : (names.get(row.assigned_to) ?? row.assigned_to)}`
          : 'Free',
  ];
}

/** The main button: claims the case that is due first, and opens it. */
export function nextForm(session: DeskSession, { isQuiet = false } = {}): Html {
  return html`<form method="post" action="/desk/next" ${isQuiet ? html`data-leaves` : ''}>
    ${tokenField(session)}
    ${keyButton('Next case', 'next', 'n', isQuiet ? html`class="quiet"` : html`class="primary"`)}
  </form>`;
}

export function nothingLeftPage(session: DeskSession): Html {
  return layout({
    title: 'Nothing left',
    session,
    main: html`<section class="card narrow">
      <h1>No case for you</h1>
      <p>No case is waiting, or every waiting case is claimed, or you have judged or skipped it.</p>
      <p><a class="button" href="/desk">Back to the queue</a></p>
    </section>`,
  });
}
