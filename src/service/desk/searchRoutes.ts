import { isId } from '../../contract/ids.ts';
import { ApiError } from '../ApiError.ts';
import { customerFields } from '../crypto/customerFields.ts';
import { cases } from '../db/store/cases.ts';
import { seenEvidence } from '../db/store/seenEvidence.ts';
import type { Deps } from '../deps.ts';
import { isWaiting } from '../reviews/claims.ts';
import type { DeskRoutes } from './deskEnv.ts';
import { act, hasRole, show } from './deskRoutes.ts';
import { type NameSearchResult, nameWords, searchByName } from './nameSearch.ts';
import { nameSearchPage, referencePage } from './pages/search.ts';
import { writeDeskAudit } from './reviewers.ts';

/** Search by exact id or reference. The audit log records that there was a search, but not the search term. */
export const addSearchRoutes: DeskRoutes = (app, deps) => {
  show(app, deps, '/search', {
    role: 'viewer',
    run: async ({ c, session, actor, requestId }) => {
      const { mode } = session;
      const text = (c.req.query('q') ?? '').trim();
      if (isId('case', text) && (await cases.find(deps.db, mode, text)))
        return c.redirect(`/desk/cases/${text}`, 303);
      const [byEnd, another] = SHORT_ID.test(text) ? await cases.byEnd(deps.db, mode, text) : [];
      if (byEnd && !another) return c.redirect(`/desk/cases/${byEnd.id}`, 303);
      const referenceMark = customerFields.markOf(deps.vault, text || null);
      const limit = MAX_SHOWN + 1;
      const matches = referenceMark ? await cases.list(deps.db, mode, { referenceMark, limit }, null) : [];
      await writeDeskAudit(deps, deps.db, { actor, mode, requestId, action: 'search by reference' });
      if (matches.length === 0) throw new ApiError('resource_not_found', { detail: NOT_FOUND });
      if (matches.length === 1) return c.redirect(`/desk/cases/${matches[0]!.id}`, 303);
      // A case that is sampled looks like any other that waits.
      const shown = matches.slice(0, MAX_SHOWN);
      const ids = hasRole(session.reviewer, 'reviewer') ? shown.map(({ id }) => id) : [];
      const kept = new Set(await seenEvidence.withWaitingSibling(deps.db, ids, actor.keyId));
      const rows = shown.map((row) => ({
        id: row.id,
        status: isWaiting(row) ? ('in_review' as const) : kept.has(row.id) ? null : row.status,
        createdAt: row.created_at,
        reference: text,
      }));
      return c.html(referencePage({ session, rows, hasMore: matches.length > MAX_SHOWN }));
    },
  });
  addNameSearch(app, deps);
};

/** Maximum number of cases of one reference that are shown. */
const MAX_SHOWN = 50;
/** The end of an id, as pages show it. */
const SHORT_ID = /^[0-9a-z]{8}$/;
const NOT_FOUND =
  'No case has this id, its last eight characters, or this reference. All are compared exactly, and erased cases have no reference.';

/** Search by name. Each role may read personal details at the desk, with a reason that is logged in the audit log. */
const addNameSearch: DeskRoutes = (app, deps) => {
  show(app, deps, '/search/name', {
    role: 'viewer',
    run: async ({ c, session }) => {
      const excludesOpen = hasRole(session.reviewer, 'reviewer');
      return c.html(nameSearchPage({ session, search: null, result: null, excludesOpen }));
    },
  });
  // A form, so that the name is in no URL and no access log.
  act(app, deps, '/search/name', {
    role: 'viewer',
    answer: async ({ c, session, actor, requestId, form }) => {
      const [name, reason, from] = [form.get('name'), form.get('reason'), form.get('before')];
      requireReason(name, reason);
      const { mode } = session;
      const excludesOpen = hasRole(session.reviewer, 'reviewer');
      await writeDeskAudit(deps, deps.db, { actor, mode, requestId, action: `search by name: ${reason}` });
      const before = isId('case', from) ? from : null;
      const searched = await searchByName(deps, deps.db, { mode, name, before, excludesOpen });
      const result = excludesOpen ? await seenByName(deps, actor.keyId, searched) : searched;
      return c.html(nameSearchPage({ session, search: { name, reason }, result, excludesOpen }));
    },
  });
};

/**
 * What a reviewer finds by name: whoever knows the name does not judge the case any more. A case stays away while another one of
 * its reference waits for their judgement.
 */
async function seenByName(
  { db, clock }: Deps,
  reviewer: string,
  result: NameSearchResult,
): Promise<NameSearchResult> {
  const ids = result.found.map(({ id }) => id);
  const kept = new Set(await seenEvidence.withWaitingSibling(db, ids, reviewer));
  const found = result.found.filter(({ id }) => !kept.has(id));
  const at = clock();
  await seenEvidence.put(
    db,
    found.map(({ id }) => ({ case_id: id, reviewer, at })),
  );
  return { ...result, found };
}

/** @throws {ApiError} `validation_failed` without a name or a reason, or if the reason contains the name. */
function requireReason(name: string, reason: string): void {
  const words = nameWords(name);
  if (words.length === 0 || name.length > 200)
    throw new ApiError('validation_failed', { detail: 'Enter a name of up to 200 characters.' });
  if (reason.length < 3 || reason.length > 100)
    throw new ApiError('validation_failed', {
      detail: 'Enter the reason for the search, 3 to 100 characters.',
    });
  if (nameWords(reason).some((word) => words.includes(word)))
    throw new ApiError('validation_failed', { detail: NAME_IN_REASON });
}

const NAME_IN_REASON =
  'The audit log stores the reason longer than the person’s details. Leave the name out of it.';
