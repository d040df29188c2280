import { html } from 'hono/html';
import type { DeskSession } from '../deskEnv.ts';
import type { NameSearchResult } from '../nameSearch.ts';
import { type Html, layout, tokenField } from './layout.ts';

interface Searched {
  session: DeskSession;
  /** The search; `null` before the first one. */
  search: { name: string; reason: string } | null;
  result: NameSearchResult | null;
  excludesOpen: boolean;
}

/** The search by name. Its reason is logged in the audit log. */
export function nameSearchPage({ session, search, result, excludesOpen }: Searched): Html {
  return layout({
    title: 'Search by name',
    session,
    main: html`<h1>Search by name</h1>
      <section class="card">
        <form class="row" method="post" action="/desk/search/name" role="search">
          ${tokenField(session)}
          <label>Name <input name="name" required maxlength="200" autocomplete="off" value="${search?.name ?? ''}"></label>
          <label>Reason for the search <input name="reason" required minlength="3" maxlength="100" autocomplete="off" value="${search?.reason ?? ''}"></label>
          <button class="primary">Search</button>
        </form>
        <p class="small">The audit log stores the reason as typed: do not enter a name. Accents and case are
          ignored; the beginning of each word is enough.${excludesOpen ? ' Cases that wait for a decision are not searched: reviewers see their faces before their names.' : ''}</p>
      </section>
      ${result && search ? resultsCard(session, search, result) : ''}`,
  });
}

function resultsCard(
  session: DeskSession,
  { name, reason }: NonNullable<Searched['search']>,
  result: NameSearchResult,
) {
  const { found: rows, opened, next } = result;
  return html`<section class="card" aria-labelledby="found-title"><h2 id="found-title">${rows.length} found</h2>
    <p role="status">The personal details of ${opened} cases were opened, the newest first${next ? html`, back to ${day(next.createdAt)}. There are older cases.` : html`, which are all.`}</p>
    ${rows.length === 0 ? '' : casesTable(rows)}
    ${
      next
        ? html`<form method="post" action="/desk/search/name">${tokenField(session)}
          <input type="hidden" name="name" value="${name}"><input type="hidden" name="reason" value="${reason}">
          <input type="hidden" name="before" value="${next.id}"><button>Search older cases</button></form>`
        : ''
    }
  </section>`;
}

/** The cases of one reference, the newest first. */
export function referencePage({
  session,
  rows,
  hasMore,
}: {
  session: DeskSession;
  rows: NameSearchResult['found'];
  hasMore: boolean;
}): Html {
  return layout({
    title: 'Cases with this reference',
    session,
    main: html`<h1>Cases with this reference</h1>
      <section class="card"><p role="status">${rows.length} cases have this reference, the newest first.${hasMore ? ' Older ones are not shown.' : ''}</p>
        ${casesTable(rows)}</section>`,
  });
}

function casesTable(rows: NameSearchResult['found']) {
  return html`<div class="wide" tabindex="0" role="region" aria-label="Cases found"><table>
    <thead><tr><th scope="col">Case</th><th scope="col">Reference</th><th scope="col">Opened</th><th scope="col">State</th></tr></thead>
    <tbody>${rows.map(
      (
        row,
      ) => html`<tr><td><a href="/desk/cases/${row.id}"><code class="whole">${row.id.slice(-8)}</code></a></td>
        <td>${row.reference ?? '–'}</td><td>${day(row.createdAt)}</td><td>${row.status?.replace('_', ' ') ?? 'after your judgement'}</td></tr>`,
    )}</tbody></table></div>`;
}

function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}
