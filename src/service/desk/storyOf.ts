import type { Kysely } from 'kysely';
import { CorrectionReason } from '../../contract/caseStatus.ts';
import { SelfieReason } from '../../contract/selfieCheck.ts';
import { enSelfie } from '../../texts/en/enSelfie.ts';
import { genuineLines } from '../audit/readAudit.ts';
import type { CaseRow } from '../cases/caseRow.ts';
import { consentOf, viewCase } from '../cases/viewCase.ts';
import type { ServiceContext } from '../context.ts';
import { purposes } from '../crypto/purposes.ts';
import type { Database } from '../db/schema.ts';
import { amlScreenings } from '../db/store/amlScreenings.ts';
import type { AuditRow } from '../db/store/auditLog.ts';
import { caseComments } from '../db/store/caseComments.ts';
import { type DeliveryResult, deliveries } from '../db/store/deliveries.ts';
import { type EventRow, events } from '../db/store/events.ts';
import { type JudgementRow, judgements } from '../db/store/judgements.ts';
import { personalDetails } from '../db/store/personalDetails.ts';
import { reviewers } from '../db/store/reviewers.ts';
import { selfieChecks, selfieFrames } from '../db/store/selfieChecks.ts';
import { readDetails, viewDetails } from '../details/readDetails.ts';
import { isWaiting } from '../reviews/claims.ts';
import { userMessage } from '../selfies/selfieCheck.ts';
import { type HouseWords, houseReason } from './houseWords.ts';
import { knowsHandling } from './knowsHandling.ts';
import { opinionOf } from './opinionOf.ts';
import { decisionWords } from './pages/decision.ts';
import { judgementWords } from './pages/judgement.ts';
import { fieldsOf } from './pages/measured.ts';
import { dayAndTime, reasonWords } from './pages/words.ts';
import type { DeskActor } from './reviewers.ts';
import type { Outcome, Story, StoryEntry } from './story.ts';

interface Reader {
  context: ServiceContext;
  db: Kysely<Database>;
  row: CaseRow;
  names: ReadonlyMap<string, string>;
  actor: DeskActor;
  house: HouseWords;
  isJudge: boolean;
  /** Whether the reader may still judge the case: then nothing is shown that others made of it. */
  isSealed: boolean;
}

/** Collects the history of a case, the latest first. Call it only for readers who have judged its faces, or who do not judge. */
export async function storyOf(
  context: ServiceContext,
  db: Kysely<Database>,
  row: CaseRow,
  { actor, house }: Pick<Reader, 'actor' | 'house'>,
): Promise<Story> {
  const names = await reviewers.names(db);
  const isJudge = actor.role !== 'viewer';
  const reader: Reader = {
    context,
    db,
    row,
    names,
    actor,
    house,
    isJudge,
    isSealed: isJudge && isWaiting(row),
  };
  const decided = await judgements.ofCase(db, row.id);
  const parts = await Promise.all([
    inputs(reader),
    attempts(reader),
    screenings(reader),
    reader.isSealed ? [] : changes(reader),
    reader.isSealed ? [] : handling(reader),
    comments(reader, decided),
  ]);
  // What happened at the same time stands in the order in which it must have happened.
  const entries = [...parts.flat(), ...opinions(reader, decided)].reverse();
  entries.sort((a, b) => b.at.getTime() - a.at.getTime());
  return { entries, outcome: reader.isSealed ? null : outcomeOf(reader, decided) };
}

const entry = (at: Date, title: string, more: Partial<StoryEntry> = {}): StoryEntry => ({
  at,
  title,
  by: null,
  lines: [],
  note: null,
  pictures: [],
  ...more,
});

/** What the person has sent: consent and details, with the details that were corrected later. */
async function inputs({ context: { vault }, db, row }: Reader): Promise<StoryEntry[]> {
  const consent = consentOf(vault, row);
  const canRead = row.data_key !== null && row.details_deleted_at === null;
  const revisions = canRead ? await personalDetails.ofCase(db, row.id) : [];
  return [
    entry(row.created_at, 'Case created'),
    ...(consent
      ? [
          entry(new Date(consent.at), 'Consent given', {
            lines: [`Text ${consent.textVersion}, shown in ${consent.locale}`],
          }),
        ]
      : []),
    ...revisions.map((revision, index) => {
      const isLatest = index === revisions.length - 1;
      const fields = isLatest
        ? []
        : fieldsOf(viewDetails(row.id, readDetails(vault, row, revision), revision.submitted_at));
      return entry(revision.submitted_at, index === 0 ? 'Details submitted' : 'Corrected details submitted', {
        lines: fields.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])),
      });
    }),
  ];
}

/** Every selfie with its pictures, and what was measured. */
async function attempts({ db, row }: Reader): Promise<StoryEntry[]> {
  const checks = await selfieChecks.captured(db, row.id);
  return await Promise.all(
    checks.map(async (check) => {
      const steps = row.data_key ? await selfieFrames.described(db, check) : [];
      const { liveness, face_match: face, reasons } = check;
      const words = (result: string) => result.replaceAll('_', ' ');
      return entry(
        check.completed_at ?? check.created_at,
        `Selfie, attempt ${check.attempt}: ${words(check.status)}`,
        {
          lines: [
            `A live person: ${words(liveness.result)}; same face: ${words(face.result)}`,
            ...(reasons.length > 0 ? [reasons.map(reasonWords).join('; ')] : []),
            ...(steps.length === 0 ? ['Its pictures were deleted.'] : []),
          ],
          pictures: steps.map(({ position, step }) => ({
            url: `/desk/cases/${row.id}/attempts/${check.id}/${position}`,
            label: `Attempt ${check.attempt}: ${enSelfie.shown[step]}`,
          })),
        },
      );
    }),
  );
}

/** Every screening. Its status would reveal resolutions of others before one's own decision. */
async function screenings({ db, row, isSealed }: Reader): Promise<StoryEntry[]> {
  const rows = await amlScreenings.list(
    db,
    row.mode,
    { caseId: row.id, limit: MAX_ROWS, entityMark: null, referenceMark: null },
    null,
  );
  return rows.map(({ created_at, completed_at, status, total_hits, dataset }) =>
    entry(completed_at ?? created_at, 'Screened', {
      lines: [
        ...(isSealed ? [] : [`Result: ${status.replaceAll('_', ' ')}`]),
        `${total_hits === 1 ? 'One hit' : `${total_hits ?? 0} hits`}${dataset ? `; lists of ${dataset.lists.length} publishers or kinds` : ''}`,
      ],
    }),
  );
}

/** Enough for any case that people handle. */
const MAX_ROWS = 200;

const CHANGES: Readonly<Record<string, string>> = {
  'case.processing': 'Checks started',
  'case.requires_input': 'Waiting for the person',
  'case.in_review': 'Sent to review',
  'case.approved': 'Approved',
  'case.declined': 'Declined',
  'case.expired': 'Expired',
  'case.canceled': 'Canceled',
  'case.decision_revised': 'Decision revised',
};

/** The changes of the case, with what became of their webhooks. */
async function changes(reader: Reader): Promise<StoryEntry[]> {
  const { db, row } = reader;
  const rows = await events.list(db, row.mode, { caseId: row.id, limit: MAX_ROWS }, null);
  const ids = rows.map(({ id }) => id);
  const results = await deliveries.resultsOf(db, row.id, ids);
  // An event that changes nothing by itself, and that no webhook asks for, stands in the history by what caused it.
  const shown = rows.filter(({ id, type }) => type in CHANGES || results.has(id));
  return shown.map((event) =>
    entry(event.created_at, CHANGES[event.type] ?? `Event ${event.type}`, {
      lines: [
        ...(event.data.reasons.length > 0
          ? [event.data.reasons.map((code) => anyReason(reader, code)).join('; ')]
          : []),
        deliveryWords(event, results.get(event.id)),
      ],
    }),
  );
}

function deliveryWords({ type }: EventRow, result: DeliveryResult | undefined): string {
  if (!result) return `No webhook asks for ${type}`;
  const { deliveredAt, failed, isDue } = result;
  if (deliveredAt) return `Webhook ${type}: delivered ${dayAndTime(deliveredAt)}`;
  if (failed === 0) return `Webhook ${type}: on its way`;
  return `Webhook ${type}: not delivered after ${failed} attempts${isDue ? '; it is tried again' : ''}`;
}

const HANDLING: Readonly<Record<string, string>> = {
  claim: 'Claimed',
  'take over': 'Taken over',
  release: 'Returned to the queue',
  skip: 'Passed on',
  'look again to overturn': 'Decision reopened',
  'transcribe document': 'Document transcribed',
  'create link': 'Link created for the person',
  'priority 0': 'Priority: urgent',
  'priority 1': 'Priority: normal',
  'priority 2': 'Priority: low',
};

function handlingWords(action: string, names: Reader['names']): string | undefined {
  const [, to] = /^pass on to (.+)$/.exec(action) ?? [];
  return to ? `Passed on to ${names.get(to) ?? to}` : HANDLING[action];
}

/** Who had the case. */
async function handling(reader: Reader): Promise<StoryEntry[]> {
  const { context, db, row, names } = reader;
  const filter = { subject: row.id, limit: MAX_ROWS };
  const lines = await genuineLines(context, db, { mode: row.mode, filter, before: null });
  return lines
    .filter(({ action, at }) => handlingWords(action, names) && knowsHandling(row, reader, at))
    .map((line) =>
      entry(line.at, handlingWords(line.action, names)!, {
        by: nameOf(names, line.key_id),
        note: noteOf(reader, line),
      }),
    );
}

function noteOf({ context: { vault }, row }: Reader, { note }: AuditRow): string | null {
  return note && row.data_key ? vault.open(row, purposes.reviewNote, note).toString() : null;
}

function nameOf(names: Reader['names'], key: string): string {
  const [id = ''] = key.split('/');
  return names.get(id) ?? (id === '' ? 'The service' : 'API client');
}

/**
 * What reviewers wrote about the case. Whoever may still judge it reads what others wrote in this round only if one person decides,
 * and of nobody who has judged: comments would tell the judgement.
 */
async function comments(reader: Reader, all: readonly JudgementRow[]): Promise<StoryEntry[]> {
  const { context, db, row, names, actor, isSealed } = reader;
  if (!row.data_key) return [];
  const judged = all.filter(
    ({ round, outcome, asks_second }) => round === row.decisions && (outcome !== null || asks_second),
  );
  const isOpen = row.status === 'in_review' && row.policy.fourEyes === 'never';
  const mayRead = ({ author, round }: { author: string; round: number }) =>
    !isSealed ||
    author === actor.keyId ||
    (isOpen && round === row.decisions && judged.every(({ reviewer }) => reviewer !== author));
  return (await caseComments.ofCase(db, row.id))
    .filter(mayRead)
    .map(({ at, author, position, sealed_text }) =>
      entry(at, 'Comment', {
        by: nameOf(names, author),
        note: context.vault.open(row, purposes.caseComment(position), sealed_text).toString(),
      }),
    );
}

/** The judgements and decisions of reviewers, as far as the reader may know them. */
function opinions(reader: Reader, all: readonly JudgementRow[]): StoryEntry[] {
  const { names } = reader;
  return all
    .filter((one) => isShown(reader, one))
    .flatMap((one) => {
      const by = nameOf(names, one.reviewer);
      const judged =
        one.judged_at && !reader.isSealed
          ? [
              entry(one.judged_at, 'Faces judged', {
                by,
                lines: [judgementWords(one, { hasReference: hasReference(one) })],
              }),
            ]
          : [];
      if (!one.outcome || !one.decided_at || one.applies_at) return judged;
      const { reasons, note } = opinionOf(reader.context.vault, reader.row, one);
      const told = reasons.flatMap(toldOf);
      const decided = entry(one.decided_at, DECIDED[one.outcome], {
        by,
        lines: [
          ...(reasons.length > 0 ? [reasons.map((code) => anyReason(reader, code)).join('; ')] : []),
          ...told.map((text) => `The person was told: “${text}”`),
        ],
        note,
      });
      return [...judged, decided];
    });
}

const hasReference = ({ seen }: JudgementRow) => seen.includes('reference');

const DECIDED = {
  approved: 'Decided: approve',
  declined: 'Decided: decline',
  requires_input: 'Decided: ask the person again',
} as const;

function isShown({ row, actor, isJudge, isSealed }: Reader, one: JudgementRow): boolean {
  if (!isJudge) return true;
  const isEarlier = one.round < row.decisions;
  // A sample must not give itself away, and a reopened decision is judged by others without this judgement.
  if (one.is_sample) return false;
  if (isSealed) return isEarlier && one.outcome === 'requires_input';
  return isEarlier || one.reviewer === actor.keyId;
}

/** What the page of the person says, in English; it has it in their language. */
function toldOf(reason: string): string[] {
  const selfie = SelfieReason.safeParse(reason);
  if (selfie.success) return [userMessage(selfie.data)];
  return CorrectionReason.safeParse(reason).success ? [`Correct this detail: ${decisionWords(reason)}`] : [];
}

/** A reason of a rule, of a reviewer, of the organisation, or of the customer's own. */
function anyReason({ house }: Reader, code: string): string {
  const own = houseReason(house, code);
  if (own !== null) return own;
  const words = decisionWords(code);
  return words === code.replaceAll('_', ' ') ? reasonWords(code) : words;
}

/** The outcome of a decided case: who decided it, when and why. */
function outcomeOf(reader: Reader, all: readonly JudgementRow[]): Outcome | null {
  const { context, row, names } = reader;
  const { decision } = viewCase(context.vault, row);
  if (!decision || decision.outcome !== row.status || row.status === 'in_review') return null;
  const word = decision.outcome === 'approved' ? 'Approved' : 'Declined';
  const own = all.findLast(
    (one) => one.reviewer === decision.reviewer && one.outcome === decision.outcome && !one.is_sample,
  );
  return {
    title:
      decision.by === 'policy'
        ? `${word} automatically`
        : `${word} by ${nameOf(names, decision.reviewer ?? '')}`,
    at: new Date(decision.at),
    reasons: decision.reasons.map((code) => anyReason(reader, code)),
    note: own ? opinionOf(context.vault, row, own).note : null,
  };
}
