import type { CaseRow } from '../cases/caseRow.ts';
import type { FoundHit } from '../screenings/foundHit.ts';
import type { PlainDocument } from '../screenings/report/pdf/documentPdf.ts';
import type { DeskSession } from './deskEnv.ts';
import { documentReport } from './documentReport.ts';
import type { Evidence } from './evidence.ts';
import { stateOf } from './pages/caseHeader.ts';
import { fieldsOf } from './pages/measured.ts';
import { outcomeWords } from './pages/story.ts';
import { dayAndTime, referenceOrigins } from './pages/words.ts';
import type { Story } from './story.ts';

interface CaseFile {
  row: CaseRow;
  session: DeskSession;
  now: Date;
  reference: string | null;
  evidence: Evidence;
  story: Story;
  /** Names a reviewer with a time; `null` if the reader may not know them. */
  whoAt: (reviewer: string, at: Date) => string | null;
}

/** A case for the file of an auditor: outcome, details, document, measurements, hits and history, without pictures. */
export function caseDocument(file: CaseFile): PlainDocument {
  const { row, session, now, reference, evidence, story, whoAt } = file;
  const { outcome } = story;
  const { details, check } = evidence;
  return {
    title: `Case ${row.id}`,
    heading: `Case ${row.id.slice(-8)}`,
    about: `Identity verification. Confidential. Printed ${dayAndTime(now)} by ${session.reviewer.name}, ${session.reviewer.role}. Without pictures.`,
    foot: `${row.id} · ${row.mode} mode`,
    at: now.toISOString(),
    sections: [
      {
        title: outcome?.title ?? stateOf(file),
        fields: [
          ['Case', row.id],
          ['Reference', reference ?? ''],
          ['Opened', dayAndTime(row.created_at)],
          ['Outcome', outcome ? outcomeWords(outcome) : ''],
          ['Note', outcome?.note ?? ''],
          ['Reference picture', referenceOrigins[row.assurance.reference]],
        ],
      },
      {
        title: 'The person',
        fields: details ? fieldsOf(details).map(([label, value]) => [label, value ?? ''] as const) : [],
      },
      { title: 'Document', fields: documentReport(evidence.document, whoAt) },
      {
        title: 'Selfie',
        fields: check
          ? [
              ['A live person', resultWords(check.liveness)],
              ['Same face', resultWords(check.faceMatch)],
              ['Engine', check.engine ? `${check.engine.name} ${check.engine.version}` : 'none'],
            ]
          : [['Selfie', 'none']],
      },
      { title: `Hits on lists: ${evidence.hits.length}`, fields: evidence.hits.flatMap(hitFields) },
      {
        title: 'History, the latest first',
        fields: story.entries.map(({ at, title, by, lines, note }) => [
          dayAndTime(at),
          [`${title}${by ? ` by ${by}` : ''}`, ...lines, note ? `“${note}”` : ''].filter(Boolean).join('\n'),
        ]),
      },
    ],
  };
}

function resultWords({ result, score }: { result: string; score: number | null }): string {
  return `${result.replaceAll('_', ' ')}${score === null ? '' : `, score ${score.toFixed(2)} of 1`}`;
}

function hitFields({ entity, score, lists, resolution, note, explain }: FoundHit): [string, string][] {
  const resolved =
    resolution === null
      ? 'open'
      : resolution === 'true_match'
        ? 'the person is this entry'
        : 'not this person';
  return [
    ['Entry', `${entity.name}; ${score.toFixed(2)} of 1; ${lists.join(', ')}`],
    ['Compared', explain.name?.text ?? ''],
    ['Resolution', [resolved, note].filter(Boolean).join(': ')],
  ];
}
