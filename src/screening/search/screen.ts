import { entityFlag, listedTopics, type ScreeningIndex } from '../index/screeningIndex.ts';
import type { ListKind } from '../lists/listed.ts';
import { findByIdentifier, findByName } from './find.ts';
import { findByShortForm } from './findByShortForm.ts';
import { type Finding, type Hit, possibleMatchThreshold, questionOf } from './finding.ts';
import { hitsOf } from './hitsOf.ts';
import type { Subject } from './subject.ts';
import { eachOnce, identifiersNotCompared, type NotCompared, subjectNames } from './subjectNames.ts';

export interface ScreenOptions {
  /** Kinds of lists to search; all by default. */
  lists?: readonly ListKind[] | undefined;
  /** Minimum score of a hit, 0.5 to 0.9; 0.5 by default. */
  minScore?: number | undefined;
  /** Maximum number of hits to return; 20 by default. */
  limit?: number | undefined;
}

/** The result of a search. A subject without hits is clear only if everything was compared. */
export interface SearchResult {
  /** Best first. */
  hits: Hit[];
  /** The number of all hits, including those beyond the limit. */
  totalHits: number;
  /** Whether any hit is a possible match, including hits that `minScore` excludes from the list. */
  isPossibleMatch: boolean;
  notCompared: NotCompared[];
}

/** Listed entities that may be the subject, best first. Pure: no clock, no I/O, the same result every time. */
export function screen(index: ScreeningIndex, subject: Subject, options: ScreenOptions = {}): Hit[] {
  return search(index, subject, options).hits;
}

/** Searches like `screen`, and also returns the number of hits and the parts that could not be compared. */
export function search(index: ScreeningIndex, subject: Subject, options: ScreenOptions = {}): SearchResult {
  const { lists, minScore = 0.5, limit = 20 } = options;
  const wantedKinds = (lists ?? allKinds).reduce((flags, kind) => flags | entityFlag[kind], 0);
  const minListed = Math.min(minScore, possibleMatchThreshold);
  const { names, numbers, notCompared } = subjectNames(subject);
  const question = questionOf(subject, { kindFlags: wantedKinds, minScore: minListed, numbers });
  const findings = new Map<number, Finding>();
  for (const name of names) {
    findByName(index, question, name, findings);
    findByShortForm(index, question, name, findings);
  }
  findByIdentifier(index, question, findings);
  const best = [...findings.values()].sort((a, b) => b.score - a.score || a.entity - b.entity);
  const isPossibleMatch = (best[0]?.score ?? 0) >= possibleMatchThreshold;
  const listed = minScore > minListed ? best.filter(({ score }) => score >= minScore) : best;
  const missing = lists?.filter((kind) => !listedTopics(index).has(kind)) ?? [];
  return {
    ...hitsOf(index, question, listed, limit),
    isPossibleMatch,
    notCompared: eachOnce([
      ...notCompared,
      ...identifiersNotCompared(index, question),
      ...missing.map((kind) => ({ why: 'list_kind_not_loaded' as const, field: 'lists', kind })),
    ]),
  };
}

/** Counter-sanctions only if a call asks for them. */
const allKinds = ['sanctions', 'pep', 'other'] as const;
