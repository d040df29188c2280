import { alignmentOf } from '../compare/alignment.ts';
import { alignParts } from '../compare/alignParts.ts';
import { isWhole, logOdds, logOddsUnder, maxLogOdds, score, wholeNameFloor } from '../compare/evidence.ts';
import { tokenFlag } from '../compare/nameColumns.ts';
import type { Query } from '../compare/query.ts';
import { type Columns, entityFlag, nameFlag } from '../index/columns.ts';
import type { ScreeningIndex } from '../index/screeningIndex.ts';
import { candidates, fetchRows } from './candidates.ts';
import { countryVerdictOf, dateVerdictOf, type Finding } from './finding.ts';
import { prepareQuery, releaseQuery } from './prepareQuery.ts';
import type { Question } from './question.ts';
import type { SubjectName } from './subjectNames.ts';

/** Adds the entities with a name similar to the given one, each with its best name. */
export function findByName(
  index: ScreeningIndex,
  question: Question,
  { text, parts }: SubjectName,
  findings: Map<number, Finding>,
): void {
  const { born } = question;
  const query = prepareQuery(index, parts);
  const search = { index, question, given: text, query, least: logOddsUnder(question.minScore), findings };
  const { names, length } = candidates(index, query, born && born.from === born.to ? born.from : 0);
  fetchRows(index.columns, names, length);
  for (let i = 0; i < length; i++) consider(search, names[i]!);
  releaseQuery(index, query);
}

interface Search {
  index: ScreeningIndex;
  question: Question;
  given: string;
  query: Query;
  /** Log odds below these come to less than the least score. */
  least: number;
  findings: Map<number, Finding>;
}

/** Compares a listed name with the query and keeps it if it is the best of its entity. */
function consider({ index, question, given, query, least, findings }: Search, name: number): void {
  const { columns } = index;
  const entity = columns.nameEntity[name]!;
  const flags = columns.entityFlags[entity]!;
  if (!(flags & question.wanted)) return;
  const isOtherKind = !(flags & entityFlag.person) !== question.isOrganisation;
  const organisation = isOtherKind || (flags & entityFlag.thing) !== 0;
  const date = dateVerdictOf(index, question, entity, name);
  const dateAgrees = date === 'same' || date === 'same_year' || date === 'compatible';
  if (!dateAgrees && meetsConsonantsAlone(columns, query, entity, name)) return;
  const matched = alignParts(columns, query, name, { dateAgrees });
  if (matched.matchedBits === 0 || (organisation && !isWhole(matched))) return;
  const country = countryVerdictOf(index, question, entity);
  if (maxLogOdds(matched, { date, country }) < least) return;
  const weak = (columns.nameFlags[name]! & nameFlag.weak) !== 0;
  const circumstances = { weak, organisation, date, country };
  const alignment = alignmentOf(columns, query, name, matched);
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

/**
 * Whether a name with vowels would be compared with bare consonants, though the entity has a name with vowels, too: that one is
 * compared. Consonants alone are shared by very many names.
 */
function meetsConsonantsAlone(columns: Columns, { parts }: Query, entity: number, name: number): boolean {
  if (parts[0]!.vowelless || !isVowelless(columns, name)) return false;
  const { entityNameStart: starts } = columns;
  for (let other = starts[entity]!; other < starts[entity + 1]!; other++)
    if (!isVowelless(columns, other)) return true;
  return false;
}

function isVowelless({ nameTokenStart, nameTokens, tokenFlags }: Columns, name: number): boolean {
  if (nameTokenStart[name] === nameTokenStart[name + 1]) return true;
  return (tokenFlags[nameTokens[nameTokenStart[name]!]!]! & tokenFlag.vowelless) !== 0;
}
