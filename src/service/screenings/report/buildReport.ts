import type { Kysely, Selectable } from 'kysely';
import type { AmlReport, ReportDecision, ReportSubject } from '../../../contract/amlReport.ts';
import { genuineDecisions } from '../../audit/readAudit.ts';
import type { CaseRow } from '../../cases/caseRow.ts';
import { purposes } from '../../crypto/purposes.ts';
import type { Database } from '../../db/schema.ts';
import type { AmlScreeningsTable, HitDecisionsTable } from '../../db/screeningTables.ts';
import { amlRescreens } from '../../db/store/amlScreenings.ts';
import type { AuditRow } from '../../db/store/auditLog.ts';
import { dataKeyOwnerOf } from '../../db/store/dataKeyOwnerOf.ts';
import { hitDecisions } from '../../db/store/hitDecisions.ts';
import { monitoringDays } from '../../db/store/monitoringDays.ts';
import { decisionSubject, viewDecision } from '../decideHit.ts';
import type { FoundHit } from '../foundHit.ts';
import { listDaysSince } from '../listDays.ts';
import { type ScreeningInput, screeningCipher, screeningOwner } from '../screeningCipher.ts';
import type { ScreeningContext } from '../screeningContext.ts';
import { openFirst, viewHit, viewScreening } from '../viewScreening.ts';

const MAX_RESCREENS = 100;

/** Collects the complete record of a screening. */
export async function buildReport(
  { vault, clock, log }: ScreeningContext,
  tx: Kysely<Database>,
  {
    screening,
    row,
    keyId,
    view = null,
  }: {
    screening: Selectable<AmlScreeningsTable>;
    row: CaseRow | null;
    keyId: string;
    /** The part of the hits that the reader may see: no judgements of others while their own is still due. */
    view?: ((hits: readonly FoundHit[]) => FoundHit[]) | null;
  },
): Promise<AmlReport> {
  const { id, object: _, ...fields } = viewScreening(vault, screening, row, view);
  const cipher = screeningCipher(vault, id, screeningOwner(screening, row));
  const isErased = screening.sealed_input.length === 0 || (screening.case_id !== '' && !row?.data_key);
  const input = isErased ? null : cipher.input(screening);
  const now = clock().toISOString();
  const lines = row ? await genuineDecisions({ vault, log }, tx, row.id) : [];
  const rescreens = await amlRescreens.list(tx, screening.watch_id ?? row?.id ?? id, MAX_RESCREENS);
  const appended = await hitDecisions.list(tx, decisionSubject(screening));
  const decider = row ?? (await dataKeyOwnerOf(tx, decisionSubject(screening)));
  const decisions = [
    ...appended.map((one) => viewDecision(vault, one, decider)),
    ...cipher.hits(screening).flatMap((hit) => carriedOver(hit, appended)),
    ...lines.map((line) => ofCase(vault, line, row)),
  ].filter(({ at, by }) => !view || by === keyId || (at ?? '') < (row?.decision?.at ?? ''));
  const hits = cipher.hits(screening);
  return {
    object: 'aml_report',
    screeningId: id,
    watchId: screening.watch_id,
    ...fields,
    hits: openFirst(view ? view(hits) : hits).map(viewHit),
    subject: input && reportSubject(input),
    lists: input?.lists ?? null,
    minScore: input?.minScore ?? null,
    decisions: decisions.sort((a, b) => (a.at ?? '').localeCompare(b.at ?? '')),
    rescreens: rescreens.map((rescreen) => ({
      at: rescreen.at.toISOString(),
      datasetVersion: rescreen.dataset,
      status: rescreen.status,
      newHits: rescreen.new_hits,
      changedHits: rescreen.changed_hits,
      endedHits: rescreen.ended_hits,
    })),
    listDays: await listDaysSince(
      tx,
      (fields.completedAt ?? fields.createdAt).slice(0, 10),
      now.slice(0, 10),
    ),
    putAside: await monitoringDays.asideAt(tx, screening.watch_id ?? row?.id ?? id),
    generatedAt: now,
    generatedBy: keyId,
  };
}

/** A resolution carried over from another case of the same person, or from an earlier screening. */
function carriedOver(hit: FoundHit, appended: readonly Selectable<HitDecisionsTable>[]): ReportDecision[] {
  const { id, resolution, reasonCode, note, resolvedAt, resolvedBy } = hit;
  if (!resolution || appended.some(({ at }) => at.toISOString() === resolvedAt)) return [];
  return [
    {
      ...UNSAID,
      at: resolvedAt,
      by: resolvedBy,
      hitId: id,
      decision: resolution,
      reasonCode,
      note,
    },
  ];
}

const UNSAID = { reviewer: null, kind: 'resolution', screeningId: null, until: null, shown: null } as const;

function ofCase(vault: ScreeningContext['vault'], line: AuditRow, row: CaseRow | null): ReportDecision {
  const { at, key_id, action, note } = line;
  return {
    at: at.toISOString(),
    by: key_id,
    ...UNSAID,
    hitId: null,
    decision: action.replace('decide ', ''),
    reasonCode: null,
    note: note && row?.data_key ? vault.open(row, purposes.reviewNote, note).toString() : null,
  };
}

/** The screened subject, as shown in a report. */
export function reportSubject({ person, organisation }: ScreeningInput): ReportSubject {
  const { givenName, middleName, familyName, fullName } = person ?? {};
  const name =
    organisation?.name ?? fullName ?? [givenName, middleName, familyName].filter(Boolean).join(' ');
  const identifiers = (person ?? organisation)?.identifiers ?? [];
  return {
    kind: person ? 'person' : 'organisation',
    name,
    nativeName: person?.nativeName ?? null,
    dateOfBirth: person?.dateOfBirth ?? null,
    nationalities: person?.nationalities ?? [],
    countryOfBirth: person?.countryOfBirth ?? null,
    countries: organisation?.countries ?? [],
    identifiers: identifiers.map(({ country, type, number }) => ({
      country: country ?? null,
      type: type ?? null,
      last4: number.slice(-4),
    })),
  };
}
