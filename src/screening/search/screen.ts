import { entityFlag } from '../index/columns.ts';
import type { ScreeningIndex } from '../index/screeningIndex.ts';
import type { ListKind } from '../lists/listKind.ts';
import { findByIdentifier } from './findByIdentifier.ts';
import { findByName } from './findByName.ts';
import type { Finding } from './finding.ts';
import type { Hit } from './hit.ts';
import { hitsOf } from './hitsOf.ts';
import { questionOf } from './question.ts';
import type { Subject } from './subject.ts';
import { subjectNames } from './subjectNames.ts';

export interface ScreenOptions {
  /** Kinds of lists to look at; all by default. */
  lists?: readonly ListKind[] | undefined;
  /** 0.5 to 1; 0.5 by default. */
  minScore?: number | undefined;
  /** The most hits to give back; 20 by default. */
  limit?: number | undefined;
}

/** Listed entities that may be the subject, best first. Pure: no clock, no I/O; the same every time. */
export function screen(index: ScreeningIndex, subject: Subject, options: ScreenOptions = {}): Hit[] {
  const { lists, minScore = 0.5, limit = 20 } = options;
  const wanted = (lists ?? allKinds).reduce((flags, kind) => flags | entityFlag[kind], 0);
  const question = questionOf(subject, { wanted, minScore });
  const findings = new Map<number, Finding>();
  for (const name of subjectNames(subject)) findByName(index, question, name, findings);
  findByIdentifier(index, question, findings);
  const best = [...findings.values()].sort((a, b) => b.score - a.score || a.entity - b.entity);
  return hitsOf(index, question, best, limit);
}

const allKinds = ['sanctions', 'pep', 'other'] as const;
