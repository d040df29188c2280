import type { ScreeningIndex } from '../index/screeningIndex.ts';
import type { Entity } from '../lists/entity.ts';
import type { Listed } from '../lists/listed.ts';
import { shownEntity } from '../lists/shownEntity.ts';
import { countryVerdictOf } from './countryVerdictOf.ts';
import { dateVerdictOf } from './dateVerdictOf.ts';
import { explainIdentifiers } from './explainIdentifiers.ts';
import { explainName } from './explainName.ts';
import { explainWeights } from './explainWeights.ts';
import { countryText, dateText } from './explanationTexts.ts';
import type { Finding } from './finding.ts';
import type { Explanation, Hit } from './hit.ts';
import type { Question } from './question.ts';
import { strengthOf } from './strengthOf.ts';

/** A finding as a hit: the entity in full, its sources, and what was compared with what. */
export function explainFinding(
  index: ScreeningIndex,
  question: Question,
  finding: Finding,
  { entities, rows }: { entities: Listed[]; rows: number[] },
): Hit {
  const entity = entities[0]!;
  const shown = shownEntity(entity);
  return {
    id: entity.id,
    score: finding.score,
    strength: strengthOf(finding),
    lists: united(entities, 'lists'),
    topics: united(entities, 'topics'),
    entity: shown,
    sources: entities.flatMap(({ id, lists, sourceUrl }) => lists.map((list) => ({ id, list, sourceUrl }))),
    explain: explanationOf(index, question, finding, { entity, shown }),
    contentHash: rows.map((row) => contentHash(index, row)).join(''),
  };
}

/** All texts of a field, each once. */
function united(entities: Listed[], field: 'lists' | 'topics'): string[] {
  const first = entities[0]![field];
  return entities.length === 1 && first.length < 2
    ? first.slice()
    : [...new Set(entities.flatMap((entity) => entity[field]))];
}

function explanationOf(
  index: ScreeningIndex,
  question: Question,
  finding: Finding,
  { entity, shown }: { entity: Listed; shown: Entity },
): Explanation {
  const { name, identifier } = finding;
  const { dateOfBirth, countries } = question;
  const { date, country } = name?.circumstances ?? {
    date: dateVerdictOf(index, question, finding.entity, null),
    country: countryVerdictOf(index, question, finding.entity),
  };
  // A number that is the same makes a hit by itself, whatever the rest says.
  const uncounted = (text: string) =>
    name ? text : `${text} It does not count here: the number alone does.`;
  return {
    name: name && explainName(index, name, entity),
    dateOfBirth: {
      result: date,
      given: dateOfBirth,
      listed: shown.birthDates,
      text: uncounted(dateText(date, dateOfBirth, shown.birthDates)),
    },
    country: {
      result: country,
      given: countries,
      listed: entity.countries,
      text: uncounted(countryText(country, countries, entity.countries)),
    },
    identifiers: explainIdentifiers(identifier, question.identifiers, entity),
    weights: explainWeights(finding),
  };
}

function contentHash({ columns }: ScreeningIndex, row: number): string {
  return hex(columns.entityHash[2 * row]!) + hex(columns.entityHash[2 * row + 1]!);
}

/** The 32 bits as eight digits: each half as a small number, which is quicker. */
function hex(bits: number): string {
  return (0x10000 | (bits >>> 16)).toString(16).slice(1) + (0x10000 | (bits & 0xffff)).toString(16).slice(1);
}
