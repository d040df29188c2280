import { type EuRow, euEntity } from './euSanctions.ts';
import type { ListReader } from './reader.ts';
import { unknownElement, type XmlElement, xmlElements } from './xmlElements.ts';

/**
 * EU consolidated financial sanctions list (FSF), XML, version 1.1: the table's columns are attributes here. Format:
 * https://data.europa.eu/data/datasets/consolidated-list-of-persons-groups-and-entities-subject-to-eu-financial-sanctions
 */
export const euSanctionsXml: ListReader = {
  kind: 'EU FSF XML',
  reads: (file) =>
    /<(?:\w+:)?export\b/.test(file.head) && /fsd\/export|<(?:\w+:)?sanctionEntity\b/.test(file.head),
  codes: () => ['eu_fsf'],
  async *read(file, context) {
    let count = 0;
    for await (const element of xmlElements(file, outline)) {
      if (element.tag !== 'sanctionEntity') {
        context.onPublished(new Date(element.attribute('generationDate')));
        continue;
      }
      count += 1;
      const problem = wrongIn(element);
      if (problem) context.onDamaged(count, problem);
      const entity = problem ? null : euEntity(element.attribute('logicalId'), rowsOf(element), context);
      if (entity) yield { put: entity };
    }
  },
};

const outline = { elementNames: new Set(['sanctionEntity']), around: new Set<string>() };

/** The elements of an entity, and the column that each of their attributes is in the table; `null` where it is not read. */
const elements: Readonly<Record<string, { prefix: string; attributes: Readonly<Record<string, string>> }>> = {
  nameAlias: {
    prefix: 'namealias_',
    attributes: attributesOf(
      'firstName middleName lastName wholeName function gender title nameLanguage strong',
    ),
  },
  birthdate: {
    prefix: 'birthdate_',
    attributes: {
      ...attributesOf(
        'circa calendarType city zipCode birthdate year yearRangeFrom yearRangeTo region place',
      ),
      ...attributesOf('countryIso2Code countryDescription'),
      dayOfMonth: 'day',
      monthOfYear: 'month',
    },
  },
  identification: {
    prefix: 'identification_',
    attributes: {
      ...attributesOf(
        'diplomatic knownExpired knownFalse reportedLost revokedByIssuer issuedBy issuedDate validFrom validTo',
      ),
      ...attributesOf('latinNumber nameOnDocument number region countryIso2Code countryDescription'),
      identificationTypeCode: 'typecode',
      identificationTypeDescription: 'typedescription',
    },
  },
  citizenship: {
    prefix: 'citizenship_',
    attributes: attributesOf('region countryIso2Code countryDescription'),
  },
  address: {
    prefix: 'address_',
    attributes: attributesOf(
      'city street poBox zipCode region place asAtListingTime countryIso2Code countryDescription',
    ),
  },
};

const everywhere = new Set(['regulationLanguage', 'logicalId', 'xmlns']);
const inside = new Set([
  ...Object.keys(elements),
  ...['remark', 'regulation', 'publicationUrl', 'subjectType', 'regulationSummary', 'contactInfo'],
]);

function attributesOf(names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, name.toLowerCase()]));
}

/** The problem of an entity before its rows are read; `null` if it is valid. */
function wrongIn(entity: XmlElement): string | null {
  if (!/^\d+$/.test(entity.attribute('logicalId'))) return 'an entity without logicalId';
  const unknown = unknownElement(entity, inside);
  if (unknown) return `the element <${unknown}> is unknown`;
  for (const { tag, attributes } of entity.children) {
    const allowed = elements[tag]?.attributes;
    const odd =
      allowed && Object.keys(attributes).find((name) => !(name in allowed) && !everywhere.has(name));
    if (odd) return `the attribute ${odd} of <${tag}> is unknown`;
  }
  return null;
}

/** One row for the entity itself, and one for each name, date, document, citizenship and address. */
function rowsOf(entity: XmlElement): EuRow[] {
  const [type] = entity.all('subjectType');
  const common: EuRow = {
    entity_subjecttype: type?.attribute('classificationCode') ?? '',
    entity_subjecttype_classificationcode: type?.attribute('code') ?? '',
  };
  const regulations = entity.all('regulation').map((one) => ({
    ...common,
    entity_regulation_programme: one.attribute('programme'),
    entity_regulation_publicationdate: one.attribute('publicationDate'),
  }));
  const entityCells = {
    ...common,
    entity_designationdate: entity.attribute('designationDate'),
    entity_remark: entity.values('remark').join(' '),
  };
  const facts = entity.children.flatMap((child) => {
    const definition = elements[child.tag];
    if (!definition) return [];
    const cells = Object.entries(child.attributes).map(([name, value]) => [
      `${definition.prefix}${definition.attributes[name] ?? name.toLowerCase()}`,
      value.trim(),
    ]);
    const remark = child.values('remark').join(' ');
    return [{ ...common, ...(Object.fromEntries(cells) as EuRow), [`${definition.prefix}remark`]: remark }];
  });
  return [entityCells, ...regulations, ...facts];
}
