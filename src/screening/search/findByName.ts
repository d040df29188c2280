import { alignmentOf } from '../compare/alignmentOf.ts';
import { alignParts } from '../compare/alignParts.ts';
import { logOdds } from '../compare/logOdds.ts';
import { mostLogOdds } from '../compare/mostLogOdds.ts';
import type { Query } from '../compare/query.ts';
import { logOddsUnder, score } from '../compare/score.ts';
import { isWhole, wholeNameFloor } from '../compare/wholeNameFloor.ts';
import { candidates } from '../index/candidates.ts';
import { entityFlag, nameFlag } from '../index/columns.ts';
import { prepareQuery, releaseQuery } from '../index/prepareQuery.ts';
import type { ScreeningIndex } from '../index/screeningIndex.ts';
import { countryVerdictOf } from './countryVerdictOf.ts';
import { dateVerdictOf } from './dateVerdictOf.ts';
import type { Finding } from './finding.ts';
import type { Question } from './question.ts';
import type { SubjectName } from './subjectNames.ts';

/** Adds the entities that a name resembles, each with the best of its names. */
export function findByName(
  index: ScreeningIndex,
  question: Question,
  { text, parts }: SubjectName,
  findings: Map<number, Finding>,
): void {
  const { born } = question;
  const query = prepareQuery(index, parts);
  const search = { index, question, given: text, query, least: logOddsUnder(question.minScore), findings };
  for (const name of candidates(index, query, born && born.from === born.to ? born.from : 0))
    consider(search, name);
  releaseQuery(index, query);
}

interface Search {
  index: ScreeningIndex;
  question: Question;
  given: string;
  query: Query;
  /** What is under these log odds is under the least score. */
  least: number;
  findings: Map<number, Finding>;
}

/** Compares a listed name with the query and keeps it if it is the best of its entity. */
function consider({ index, question, given, query, least, findings }: Search, name: number): void {
  const { columns } = index;
  const entity = columns.nameEntity[name]!;
  const flags = columns.entityFlags[entity]!;
  if (!(flags & question.wanted)) return;
  const organisation = !(flags & entityFlag.person);
  const date = dateVerdictOf(index, question, entity, name);
  const dateAgrees = date === 'same' || date === 'same_year' || date === 'compatible';
  const met = alignParts(columns, query, name, { dateAgrees });
  if (met.met === 0) return;
  const circumstances = {
    weak: (columns.nameFlags[name]! & nameFlag.weak) !== 0,
    organisation: organisation !== question.isOrganisation,
    date,
    country: countryVerdictOf(index, question, entity),
  };
  if (circumstances.organisation && !isWhole(met)) return;
  if (mostLogOdds(met, circumstances) < least) return;
  const alignment = alignmentOf(columns, query, name, met);
  const odds = logOdds(alignment, circumstances);
  const total = odds + wholeNameFloor(alignment, circumstances, odds);
  if (total < least) return;
  const scored = score(total);
  const other = findings.get(entity);
  if (scored < question.minScore || (other && other.score >= scored)) return;
  findings.set(entity, {
    entity,
    score: scored,
    name: { name, given, query, alignment, circumstances },
    identifier: null,
  });
}
