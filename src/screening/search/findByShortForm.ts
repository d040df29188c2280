import type { Alignment } from '../compare/alignment.ts';
import { score } from '../compare/evidence.ts';
import type { Query } from '../compare/query.ts';
import { eachUnder, hasKey, keyOf, keySeed } from '../index/keyTable.ts';
import { entityFlag, nameFlag, type ScreeningIndex } from '../index/screeningIndex.ts';
import { acronymIn, cutForm } from '../names/shortOrganisations.ts';
import { explainWeights } from './explainFinding.ts';
import { countryVerdictOf, type Finding, type Question } from './finding.ts';
import { prepareQuery, releaseQuery } from './prepareQuery.ts';
import type { SubjectName } from './subjectNames.ts';

/** Bits of a letter of an acronym, and of a name that was cut. */
const acronymBits = 3.2;
const cutBits = 12;
const maxPerForm = 200;

/** Adds the organisations that have the given name as their acronym, or whose name begins with it and may have been cut. */
export function findByShortForm(
  index: ScreeningIndex,
  question: Question,
  { text, parts }: SubjectName,
  findings: Map<number, Finding>,
): void {
  if (!question.isOrganisation) return;
  const acronym = acronymIn(parts);
  const cut = acronym ? null : cutForm(text);
  if (acronym === null && cut === null) return;
  const [key, bits] = acronym
    ? [keyOf(acronym, keySeed.acronym), acronymBits * acronym.length]
    : [keyOf(cut!, keySeed.cutName), cutBits];
  const { nameKeyHeads: heads, nameKeys: keys, nameKeyValues: values } = index.columns;
  if (!hasKey({ heads, keys }, key)) return;
  const query = prepareQuery(index, parts);
  eachUnder({ heads, keys, values }, key, maxPerForm, (name) => {
    const finding = found(index, question, {
      text,
      query,
      name,
      bits,
      how: acronym ? 'initial' : 'truncated',
    });
    if (!finding || finding.score < question.minScore) return;
    const other = findings.get(finding.entity);
    if (!other || other.score < finding.score) findings.set(finding.entity, finding);
  });
  releaseQuery(index, query);
}

interface ShortForm {
  text: string;
  query: Query;
  name: number;
  bits: number;
  how: 'initial' | 'truncated';
}

/** The finding of an organisation by a short form of one of its names; `null` for a person or a list not asked for. */
function found(
  index: ScreeningIndex,
  question: Question,
  { text, query, name, bits, how }: ShortForm,
): Finding | null {
  const { nameEntity, nameFlags, nameTokenStart, entityFlags } = index.columns;
  const entity = nameEntity[name]!;
  const flags = entityFlags[entity]!;
  if (!(flags & question.kindFlags) || flags & entityFlag.person) return null;
  const weak = (nameFlags[name]! & nameFlag.weak) !== 0;
  const listedCount = nameTokenStart[name + 1]! - nameTokenStart[name]!;
  const circumstances = {
    weak,
    organisation: false,
    isThing: false,
    date: 'not_given' as const,
    isDateProven: false,
    country: countryVerdictOf(index, question, entity),
  };
  const alignment = alignmentOf({ query, listedCount, bits, how });
  const finding = {
    entity,
    score: 0,
    name: { name, given: text, query, alignment, circumstances },
    identifier: null,
  };
  return { ...finding, score: score(explainWeights(finding).sum) };
}

/** All words of the query are matched with all words of the listed name. */
function alignmentOf({
  query,
  listedCount,
  bits,
  how,
}: Pick<ShortForm, 'query' | 'bits' | 'how'> & { listedCount: number }): Alignment {
  const pair = { from: 0, count: query.parts.length, listedFrom: 0, listedCount, similarity: 0.9, how };
  return {
    pairs: [{ ...pair, information: bits }],
    matchedBits: bits,
    onlyQuery: 0,
    onlySyllables: 0,
    onlyListed: 0,
    opposed: 0,
    order: 'same',
    mixedRomanisations: false,
    common: 0,
    crossesScripts: false,
    hasSyllables: false,
  };
}
