import { html } from 'hono/html';
import type { StatisticsBy, StatisticsRow } from '../../db/store/deskStatistics.ts';
import type { DeskSession } from '../deskEnv.ts';
import { type Html, layout, tokenField } from './layout.ts';
import { table } from './table.ts';

export const DAYS = [7, 30, 90, 365] as const;

export type NamedRow = StatisticsRow & { name: string };

interface Statistics {
  session: DeskSession;
  days: number;
  parts: Record<StatisticsBy, NamedRow[]>;
}

const TITLES: Record<StatisticsBy, string> = {
  reviewer: 'By reviewer',
  reason: 'By reason for the review',
  list: 'By list with a hit',
};

const COLUMNS: Record<StatisticsBy, string> = { reviewer: 'Reviewer', reason: 'Reason', list: 'List' };

/** Figures of decisions, not ranked. A reviewer sees their own line, administrators all. */
export function statisticsPage({ session, days, parts }: Statistics): Html {
  const isAdministrator = session.reviewer.role === 'administrator';
  return layout({
    title: 'Statistics',
    here: 'statistics',
    session,
    main: html`<h1>Statistics</h1>
      <nav class="row" aria-label="Period">${DAYS.map(
        (one) =>
          html`<a class="chip" href="/desk/statistics?days=${one}" ${one === days ? html`aria-current="true"` : ''}>${one} days</a>`,
      )}</nav>
      ${(['reviewer', 'reason', 'list'] as const).map((by) => part(by, parts[by]))}
      <p class="small">Handling time: from opening the case to the decision, the median. Reopened: approvals and declines that another decision
        followed. Samples and known pairs do not count.${isAdministrator ? '' : ' Of reviewers you see your own line.'}</p>
      ${
        isAdministrator
          ? html`<form class="row" method="post" action="/desk/statistics/export">${tokenField(session)}
        <input type="hidden" name="days" value="${days}"><button>Export as CSV</button>
        <span class="small">An export is logged. You must have signed in within the last five minutes.</span></form>`
          : ''
      }`,
  });
}

function part(by: StatisticsBy, rows: readonly NamedRow[]): Html {
  return html`<h2>${TITLES[by]}</h2>${
    rows.length === 0
      ? html`<p class="empty">There were no decisions.</p>`
      : table({
          label: TITLES[by],
          columns: [
            COLUMNS[by],
            'Decided',
            'Approved',
            'Declined',
            'Asked again',
            'Handling time',
            'In time',
            'Reopened',
          ],
          hasRowHeaders: true,
          rows: rows.map((row) => [
            html`<span class="any">${row.name}</span>`,
            row.decided,
            `${row.approved} (${Math.round((100 * row.approved) / row.decided)} %)`,
            row.declined,
            row.askedAgain,
            row.medianSeconds === null ? '–' : duration(row.medianSeconds),
            row.due === 0 ? '–' : `${row.dueMet} of ${row.due}`,
            row.reopened,
          ]),
        })
  }`;
}

function duration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
