import { html } from 'hono/html';
import type { QueueFigures, QueueFilter, QueueRow } from '../../db/store/reviewQueue.ts';
import type { DeskSession } from '../deskEnv.ts';
import { type Html, keyButton, layout, tokenField } from './layout.ts';
import { table } from './table.ts';
import { inWords } from './words.ts';

export interface QueueView {
  session: DeskSession;
  now: Date;
  show: QueueFilter['show'];
  canDecide: boolean;
  rows: (QueueRow & { reference: string | null })[];
  names: ReadonlyMap<string, string>;
  figures: QueueFigures;
  /** Cursor of the next page. */
  next: string | null;
}

const SHOWN = [
  ['all', 'All'],
  ['free', 'Free'],
  ['mine', 'Mine'],
  ['overdue', 'Overdue'],
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
      <div class="row">
        ${canDecide ? nextForm(session) : ''}
        <form class="row" method="get" action="/desk/search" role="search">
          <label>Id or reference <input name="q" data-action="search" data-key="/" required autocomplete="off"></label>
          <button>Find</button>
        </form>
        <a href="/desk/search/name">Search by name</a>
      </div>
      <nav class="row" aria-label="Filter">${SHOWN.map(
        ([name, text]) =>
          html`<a class="chip" href="/desk?show=${name}" ${show === name ? html`aria-current="true"` : ''}>${text}</a>`,
      )}</nav>
      <div data-live="/desk/live?live=1&show=${show}">${queueTable(view)}</div>
      <p><button class="quiet" data-pause hidden aria-pressed="false">Pause updates</button></p>`,
  });
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

/** The part of the page that is refreshed while it is open. */
export function queueTable({ now, rows, names, figures, next, show, session }: QueueView): Html {
  const oldest = figures.oldest ? inWords(figures.oldest, now) : 'none';
  return html`<p><strong>${figures.waiting}</strong> waiting, <strong>${figures.overdue}</strong> overdue. Oldest due: ${oldest}.</p>
    ${
      rows.length === 0
        ? html`<p class="empty">${EMPTY[show]}</p>`
        : table({
            label: 'Waiting cases',
            columns: ['Case', 'Reference', 'Due', 'Claimed by'],
            rows: rows.map((row) => line(row, { now, names, reviewerId: session.reviewer.id })),
          })
    }
    ${next ? html`<p><a href="/desk?show=${show}&after=${next}">More</a></p>` : ''}`;
}

const EMPTY: Record<QueueFilter['show'], string> = {
  all: 'No case is waiting. A case comes here if no rule decides it.',
  free: 'Every waiting case is claimed by a reviewer.',
  mine: 'You have no case. “Next case” claims the one that is due first.',
  overdue: 'Nothing is overdue.',
};

function line(
  row: QueueView['rows'][number],
  { now, names, reviewerId }: { now: Date; names: QueueView['names']; reviewerId: string },
) {
  const isClaimed = row.claimed_until !== null && row.claimed_until > now;
  const holder =
    row.claimed_by === reviewerId ? 'You' : (names.get(row.claimed_by ?? '') ?? 'The customer’s own desk');
  return [
    html`<a href="/desk/cases/${row.id}"><code>${row.id.slice(-8)}</code></a>`,
    row.reference ? html`<span class="any">${row.reference}</span>` : '–',
    row.due <= now ? html`<strong class="late">${inWords(row.due, now)}</strong>` : inWords(row.due, now),
    isClaimed
      ? `${holder}, since ${row.claimed_at!.toISOString().slice(11, 16)} UTC`
      : row.hasOwn
        ? 'Waiting for a second reviewer'
        : 'Free',
  ];
}

/** The main button: claims the case that is due first, and opens it. */
export function nextForm(session: DeskSession): Html {
  return html`<form method="post" action="/desk/next">
    ${tokenField(session)}
    ${keyButton('Next case', 'next', 'n', html`class="primary"`)}
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
