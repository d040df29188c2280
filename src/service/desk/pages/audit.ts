import { html } from 'hono/html';
import type { Page } from '../../../contract/page.ts';
import type { AuditLine } from '../../../contract/review.ts';
import type { DeskSession } from '../deskEnv.ts';
import { layout, tokenField } from './layout.ts';
import { table } from './table.ts';

interface Audit {
  session: DeskSession;
  page: Page<AuditLine>;
  names: ReadonlyMap<string, string>;
  /** The filter, as the address has it. */
  asked: Record<'subject' | 'actor' | 'day' | 'action' | 'views', string>;
}

/** The audit log, newest lines first. */
export function auditPage({ session, page, names, asked }: Audit) {
  const isAdministrator = session.reviewer.role === 'administrator';
  const next = new URLSearchParams(Object.entries(asked).filter(([, value]) => value));
  if (page.nextCursor) next.set('cursor', page.nextCursor);
  return layout({
    title: 'Audit',
    here: 'audit',
    session,
    main: html`<h1>${isAdministrator ? 'Audit log' : 'Your entries in the audit log'}</h1>
      <form class="row" method="get" action="/desk/audit" role="search">
        <label>Case <input name="subject" value="${asked.subject}"></label>
        ${isAdministrator ? html`<label>Reviewer or key <input name="actor" value="${asked.actor}"></label>` : ''}
        <label>Day (UTC) <input name="day" type="date" value="${asked.day}"></label>
        <label>Action begins with <input name="action" value="${asked.action}" maxlength="100" placeholder="decide"></label>
        <label class="tick"><input type="checkbox" name="views" value="no" ${asked.views === 'no' ? html`checked` : ''}> Hide views</label>
        <button>Filter</button>
      </form>
      ${
        page.data.length === 0
          ? html`<p class="empty">No entry matches.</p>`
          : table({
              label: 'Lines',
              columns: ['When (UTC)', 'Who', 'Role', 'What', 'Subject'],
              rows: page.data.map((line) => [
                html`<time datetime="${line.at}">${line.at.slice(0, 19).replace('T', ' ')}</time>`,
                html`<span class="any">${names.get(line.actor) ?? line.actor}</span>`,
                line.role,
                html`<span class="any">${line.action}</span>`,
                line.subject ? html`<code>${line.subject}</code>` : '–',
              ]),
            })
      }
      ${page.nextCursor ? html`<p><a href="/desk/audit?${next.toString()}">Older entries</a></p>` : ''}
      <form class="row" method="post" action="/desk/audit/export">
        ${tokenField(session)}
        <label>Format <select name="format"><option value="csv">CSV</option><option value="jsonl">JSON lines</option></select></label>
        <button>Export</button>
        <span class="small">An export is logged too. You must have signed in within the last five minutes.</span>
      </form>`,
  });
}
