import { csvCell } from '../../screening/screening.ts';
import { deskStatistics, type StatisticsBy } from '../db/store/deskStatistics.ts';
import { reviewers } from '../db/store/reviewers.ts';
import type { DeskRoutes, DeskSession } from './deskEnv.ts';
import { act, requireFresh, show } from './deskRoutes.ts';
import { DAYS, type NamedRow, statisticsPage } from './pages/statistics.ts';
import { reasonWords } from './pages/words.ts';
import { writeDeskAudit } from './reviewers.ts';

const DAY_MS = 86_400_000;

/** Figures of decisions: by reviewer (a reviewer sees their own line), by reason for the review, by list. */
export const addStatisticsRoutes: DeskRoutes = (app, deps) => {
  const read = async (session: DeskSession, by: StatisticsBy, days: number): Promise<NamedRow[]> => {
    const since = new Date(deps.clock().getTime() - days * DAY_MS);
    const rows = await deskStatistics(deps.db, session.mode, { by, since });
    if (by !== 'reviewer')
      return rows.map((row) => ({ ...row, name: by === 'reason' ? reasonWords(row.group) : row.group }));
    const names = await reviewers.names(deps.db);
    return rows
      .filter(({ group }) => session.reviewer.role === 'administrator' || group === session.reviewer.id)
      .map((row) => ({ ...row, name: names.get(row.group) ?? 'API client' }));
  };
  const readDays = (text: string | undefined) => DAYS.find((days) => String(days) === text) ?? 30;

  show(app, deps, '/statistics', {
    role: 'viewer',
    run: async ({ c, session }) => {
      const days = readDays(c.req.query('days'));
      const parts = {
        reviewer: await read(session, 'reviewer', days),
        reason: await read(session, 'reason', days),
        list: await read(session, 'list', days),
      };
      return c.html(statisticsPage({ session, days, parts }));
    },
  });

  act(app, deps, '/statistics/export', {
    role: 'administrator',
    answer: async ({ c, session, actor, requestId, form }) => {
      requireFresh(session);
      const days = readDays(form.get('days'));
      const kinds: readonly StatisticsBy[] = ['reviewer', 'reason', 'list'];
      const lines: string[] = [`by,${COLUMNS.join(',')}`];
      for (const by of kinds)
        for (const row of await read(session, by, days))
          lines.push(csvLine([by, ...COLUMNS.map((name) => row[name])]));
      const action = `export statistics, ${days} days`;
      await writeDeskAudit(deps, deps.db, { actor, mode: session.mode, requestId, action });
      return c.body(lines.map((line) => `${line}\r\n`).join(''), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="statistics.csv"',
      });
    },
  });
};

const COLUMNS = [
  'group',
  'name',
  'decided',
  'approved',
  'declined',
  'askedAgain',
  'medianSeconds',
  'due',
  'dueMet',
  'reopened',
] as const satisfies readonly (keyof NamedRow)[];

const csvLine = (cells: readonly (string | number | null | undefined)[]) =>
  cells.map((cell) => csvCell(String(cell ?? ''))).join(',');
