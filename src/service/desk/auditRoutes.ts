import { auditCsv, auditJsonLines, blindLines, genuineLines, viewAuditLine } from '../audit/readAudit.ts';
import { reviewers } from '../db/store/reviewers.ts';
import { cursor } from '../http/cursor.ts';
import type { DeskRoutes, DeskSession } from './deskEnv.ts';
import { act, type DeskRequest, hasRole, requireFresh, show } from './deskRoutes.ts';
import { auditPage } from './pages/audit.ts';
import { writeDeskAudit } from './reviewers.ts';

const readerOf = ({ reviewer }: DeskSession) => ({
  keyId: reviewer.id,
  canDecide: hasRole(reviewer, 'reviewer'),
});

/** Beginnings of actions that `blindLines` shows as others. */
const COVERED = [
  'propose',
  'choose',
  'undo',
  'test',
  'decide',
  'confirm',
  'resolve',
  'unsure',
  'known pair',
  'refused',
];
const DAY_MS = 86_400_000;
const AUDIT_LINES = 50;
const EXPORTED_LINES = 10_000;

/** The audit log: reviewers read their own lines, administrators all. */
export const addAuditRoutes: DeskRoutes = (app, deps) => {
  /** Reviewers see their own lines, administrators see all. */
  const filterOf = ({ c, actor }: DeskRequest) => {
    const subject = c.req.query('subject');
    const requested = c.req.query('actor');
    const visible = actor.role === 'administrator' ? requested : actor.keyId;
    const day = /^\d{4}-\d\d-\d\d$/.exec(c.req.query('day') ?? '')?.[0] ?? '';
    const begins = Date.parse(day);
    const days = !Number.isNaN(begins) && {
      createdAfter: new Date(begins - 1).toISOString(),
      createdBefore: new Date(begins + DAY_MS).toISOString(),
    };
    const action = (c.req.query('action') ?? '').trim().slice(0, 100);
    return {
      ...(subject && { subject }),
      ...(visible && { actor: visible }),
      ...days,
      // A judgement of somebody else, and a sample, must not be found by an action that its line does not show.
      ...(action && { actions: [action, ...COVERED] }),
      hidesViews: c.req.query('views') === 'no',
    };
  };
  show(app, deps, '/audit', {
    role: 'viewer',
    run: async (request) => {
      const { c, session } = request;
      const from = c.req.query('cursor');
      const before = from ? cursor.read('log', from) : null;
      const filter = { ...filterOf(request), limit: AUDIT_LINES + 1 };
      const rows = await genuineLines(deps, deps.db, { mode: session.mode, filter, before });
      const whole = cursor.page(rows, AUDIT_LINES, viewAuditLine);
      const action = (c.req.query('action') ?? '').trim();
      const shown = await blindLines(deps.db, whole.data, readerOf(request.session));
      const page = { ...whole, data: shown.filter((line) => line.action.startsWith(action)) };
      const names = await reviewers.names(deps.db);
      const asked = ['subject', 'actor', 'day', 'action', 'views'].map((name) => [
        name,
        c.req.query(name) ?? '',
      ]);
      return c.html(auditPage({ session, page, names, asked: Object.fromEntries(asked) }));
    },
  });
  addExportRoute(app, deps);
};

const addExportRoute: DeskRoutes = (app, deps) => {
  act(app, deps, '/audit/export', {
    role: 'viewer',
    answer: async ({ c, session: { mode }, session, actor, requestId, form }) => {
      requireFresh(session);
      const { keyId, role } = actor;
      const filter = { ...(role !== 'administrator' && { actor: keyId }), limit: EXPORTED_LINES };
      const rows = await genuineLines(deps, deps.db, { mode, filter, before: null });
      const action = `export audit, ${rows.length} lines`;
      await writeDeskAudit(deps, deps.db, { actor, mode, requestId, action });
      const lines = await blindLines(deps.db, rows.map(viewAuditLine), readerOf(session));
      const isCsv = form.get('format') === 'csv';
      return c.body(isCsv ? auditCsv(lines) : auditJsonLines(lines), 200, {
        'Content-Type': isCsv ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8',
        'Content-Disposition': `attachment; filename="audit.${isCsv ? 'csv' : 'jsonl'}"`,
      });
    },
  });
};
