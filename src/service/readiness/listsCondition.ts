import type { Config } from '../config.ts';
import type { ScreeningLists } from '../screenings/screeningLists.ts';
import type { Condition } from './Readiness.ts';

/**
 * What there is to screen against. `state` is one of `none` (no lists are configured), `loading`, `in_use`, `stale` and
 * `refused`; `problems` name each list, file or address, with a code.
 */
export function listsCondition(lists: ScreeningLists, { amlLists }: Pick<Config, 'amlLists'>): Condition {
  if (amlLists.length === 0) {
    const detail = 'AML_LISTS is empty: in live mode nobody is screened, so nobody is approved.';
    return { status: 'warn', state: 'none', detail, inUse: 0, problems: [] };
  }
  const inUse = lists.inUse()?.index.dataset.lists.length ?? 0;
  // Lists that were refused take no node out as long as the last good ones are in use.
  const bad = inUse === 0 ? 'fail' : 'warn';
  if (lists.isLoading())
    return { status: bad, state: 'loading', detail: 'The lists are being loaded.', inUse, problems: [] };
  const told = lists.problems();
  const errors = told.filter(({ isError }) => isError);
  const problems = told.map(({ code, detail }) => ({ code, detail }));
  if (told.length === 0) return { status: 'ok', state: 'in_use', inUse, problems };
  const named = (errors.length > 0 ? errors : told).map(({ code, detail }) => `${code}: ${detail}`);
  const isStale = told.every(({ code }) => code === 'list_stale');
  return {
    status: errors.length > 0 ? bad : 'warn',
    state: isStale ? 'stale' : 'refused',
    detail: `The lists: ${named.join('; ')}.`,
    inUse,
    problems,
  };
}
