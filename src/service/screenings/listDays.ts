import type { Kysely, Selectable } from 'kysely';
import type { Mode } from '../../contract/mode.ts';
import type { AmlMonitoring, ListDay, ListDays, MonitoringDay } from '../../contract/monitoring.ts';
import type { Database } from '../db/schema.ts';
import type { AmlListDaysTable } from '../db/screeningTables.ts';
import { amlDatasets, amlLists } from '../db/store/amlDatasets.ts';
import { monitoringDays } from '../db/store/monitoringDays.ts';
import type { ScreeningContext } from './screeningContext.ts';

const DAY_MS = 86_400_000;

type Row = Selectable<AmlListDaysTable>;

/**
 * Records for each loaded list that its files were compared with those in use today, with the result. Records nothing
 * of a list if they were not compared since the last time: its publisher did not answer, or its files on disk changed
 * and were not read yet.
 */
export async function noteListDays(
  { lists }: Pick<ScreeningContext, 'lists'>,
  tx: Kysely<Database>,
): Promise<void> {
  const current = lists.inUse();
  const checkedAt = lists.checkedAt();
  if (!checkedAt || lists.isLoading()) return;
  await noteMissing(lists, tx, checkedAt);
  if (!current) return;
  const { dataset } = current.index;
  const day = dayOf(checkedAt);
  for (const stamp of lists.stamp(dataset).lists) {
    const { name } = stamp;
    const { inUse, onDisk } = lists.compared(name);
    const refused = stamp.refused?.why ?? null;
    const isCompared = onDisk !== null && !lists.isAway(name);
    if (!isCompared && refused === null) continue;
    const before = await monitoringDays.newestOf(tx, name, day);
    if (before && before.last_checked_at >= checkedAt) continue;
    await monitoringDays.put(tx, {
      ...dayRow(before, { day, contents: inUse, entities: stamp.entities ?? 0, refused }),
      list: name,
      on_disk: onDisk,
      last_checked_at: checkedAt,
      first_checked_at: before?.day === day ? before.first_checked_at : checkedAt,
      published_at: stamp.publishedAt ? new Date(stamp.publishedAt) : null,
      fetched_at: stamp.fetchedAt ? new Date(stamp.fetchedAt) : null,
      is_stale: stamp.isStale,
    });
  }
}

/** Records the required lists of which no version is in use. */
async function noteMissing(lists: ScreeningContext['lists'], tx: Kysely<Database>, checkedAt: Date) {
  const day = dayOf(checkedAt);
  for (const { list, why, detail } of lists.lacking()) {
    if (why !== 'missing') continue;
    const before = await monitoringDays.newestOf(tx, list, day);
    if (before && before.last_checked_at >= checkedAt) continue;
    const sameDay = before?.day === day ? before : undefined;
    await monitoringDays.put(tx, {
      day,
      list,
      result: 'missing',
      checks: (sameDay?.checks ?? 0) + 1,
      first_checked_at: sameDay?.first_checked_at ?? checkedAt,
      last_checked_at: checkedAt,
      contents: '',
      on_disk: null,
      published_at: null,
      fetched_at: null,
      is_stale: null,
      entities: 0,
      entities_before:
        sameDay?.entities_before ?? (before && before.contents !== '' ? before.entities : null),
      detail,
    });
  }
}

/** The state of a list at a check. */
interface CheckedList {
  day: string;
  contents: string;
  entities: number;
  /** The reason why newer files are not in use; `null` if there are no such files. */
  refused: string | null;
}

/** A day with a change or a refusal keeps that result. */
function dayRow(before: Row | undefined, { day, contents, entities, refused }: CheckedList) {
  const sameDay = before?.day === day ? before : undefined;
  const isChanged = before !== undefined && before.contents !== contents;
  const result = isChanged ? 'changed' : refused ? 'refused' : 'unchanged';
  const merged = sameDay && result === 'unchanged' ? sameDay.result : result;
  return {
    day,
    result: sameDay?.result === 'changed' ? ('changed' as const) : merged,
    checks: (sameDay?.checks ?? 0) + 1,
    contents,
    entities,
    entities_before: sameDay?.entities_before ?? (isChanged ? before.entities : null),
    detail: refused ?? sameDay?.detail ?? null,
  };
}

/** The monitoring record of a range of days, both inclusive. */
export async function readMonitoring(
  { db, clock }: Pick<ScreeningContext, 'db' | 'clock'>,
  mode: Mode,
  { from, to }: { from: string; to: string },
): Promise<AmlMonitoring> {
  const rows = await monitoringDays.list(db, from, to);
  const allLists = await knownLists(db, rows);
  const range = { mode, from: new Date(from), until: new Date(Date.parse(to) + DAY_MS) };
  const [due, done, putAside] = [
    await monitoringDays.counts(db, 'due', range),
    await monitoringDays.counts(db, 'done', range),
    await monitoringDays.counts(db, 'putAside', range),
  ];
  const countOf = (counts: typeof due, day: string) => counts.find((one) => one.day === day)?.count ?? 0;
  const days: MonitoringDay[] = [];
  const today = dayOf(clock());
  for (let day = to; day >= from; day = dayOf(new Date(Date.parse(day) - DAY_MS))) {
    const lists = day > today ? [] : listsOf(day, rows, allLists);
    const counts = { due: countOf(due, day), done: countOf(done, day), putAside: countOf(putAside, day) };
    days.push({ day, lists, ...counts });
  }
  const newest = (await amlDatasets.newest(db)) ?? 0;
  return {
    object: 'aml_monitoring',
    mode,
    from,
    to,
    remaining: await monitoringDays.remaining(db, mode, newest),
    putAside: await monitoringDays.currentlyPutAside(db, mode),
    days,
  };
}

interface KnownList {
  list: string;
  since: string;
  /** The last day on which the list was configured; `null` if it still is. */
  until: string | null;
}

async function knownLists(db: Kysely<Database>, rows: readonly Row[]): Promise<KnownList[]> {
  const configured = new Set((await amlLists.all(db)).map(({ name }) => name));
  return (await monitoringDays.known(db)).map(({ list, since }) => {
    const last = rows.findLast((row) => row.list === list)?.day ?? since;
    return { list, since, until: configured.has(list) ? null : last };
  });
}

function listsOf(day: string, rows: readonly Row[], lists: readonly KnownList[]): ListDay[] {
  const byList = new Map(rows.filter((row) => row.day === day).map((row) => [row.list, row]));
  return lists
    .filter(({ since, until }) => since <= day && (until === null || day <= until))
    .map(({ list }) => viewDay(list, byList.get(list)));
}

function viewDay(list: string, row: Row | undefined): ListDay {
  return {
    list,
    result: row?.result ?? 'not_checked',
    checks: row?.checks ?? 0,
    firstCheckedAt: row?.first_checked_at.toISOString() ?? null,
    lastCheckedAt: row?.last_checked_at.toISOString() ?? null,
    publishedAt: row?.published_at?.toISOString() ?? null,
    fetchedAt: row?.fetched_at?.toISOString() ?? null,
    isStale: row?.is_stale ?? null,
    inUse: row?.contents || null,
    onDisk: row?.on_disk ?? null,
    entities: row?.entities ?? null,
    entitiesBefore: row?.entities_before ?? null,
    detail: row?.detail ?? null,
  };
}

/** The record of each list since a day, with equal consecutive days combined; oldest first for each list. */
export async function listDaysSince(db: Kysely<Database>, from: string, to: string): Promise<ListDays[]> {
  const rows = await monitoringDays.list(db, from, to);
  const lists = await knownLists(db, rows);
  const spans: ListDays[] = [];
  for (const { list, since, until } of lists) {
    const byDay = new Map(rows.filter((row) => row.list === list).map((row) => [row.day, row]));
    const [first, last] = [since > from ? since : from, until !== null && until < to ? until : to];
    for (let day = first; day <= last; day = dayOf(new Date(Date.parse(day) + DAY_MS)))
      addDay(spans, list, { day, row: byDay.get(day) });
  }
  return spans;
}

function addDay(spans: ListDays[], list: string, { day, row }: { day: string; row: Row | undefined }): void {
  const { result, entities, detail } = viewDay(list, row);
  const span = spans.at(-1);
  const isAlike = span?.list === list && span.result === result && span.detail === detail;
  if (isAlike && result !== 'changed') {
    span.to = day;
    span.entities = entities;
  } else spans.push({ list, from: day, to: day, result, entities, detail });
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
