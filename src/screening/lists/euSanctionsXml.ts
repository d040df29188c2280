import { type EuRow, euEntity } from './euSanctions.ts';
import type { ListReader } from './reader.ts';
import { unknownElement, type XmlElement, xmlElements } from './xmlElements.ts';

/**
 * EU consolidated financial sanctions list (FSF), XML, version 1.1. Its attributes correspond to the columns of the CSV
 * table.
 * Format:
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
      const problem = problemOf(element);
      if (problem) context.onDamaged(count, problem);
      const entity = problem ? null : euEntity(element.attribute('logicalId'), rowsOf(element), context);
      if (entity) yield { put: entity };
    }
  },
};

const outline = { elementNames: new Set(['sanctionEntity']), containerElements: new Set<string>() };

/**
 * The child elements of an entity that are read. Maps each of their attributes to its column in the CSV table, without
 * the prefix.
 */
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

const commonAttributes = new Set(['regulationLanguage', 'logicalId', 'xmlns']);
const knownElements = new Set([
  ...Object.keys(elements),
  ...['remark', 'regulation', 'publicationUrl', 'subjectType', 'regulationSummary', 'contactInfo'],
]);

function attributesOf(names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, name.toLowerCase()]));
}

/** The problem in the XML of an entity; `null` if it is valid. */
function problemOf(entity: XmlElement): string | null {
  if (!/^\d+$/.test(entity.attribute('logicalId'))) return 'an entity without logicalId';
  const unknown = unknownElement(entity, knownElements);
  if (unknown) return `the element <${unknown}> is unknown`;
  for (const { tag, attributes } of entity.children) {
    const allowed = elements[tag]?.attributes;
    const unknownAttribute =
      allowed && Object.keys(attributes).find((name) => !(name in allowed) && !commonAttributes.has(name));
    if (unknownAttribute) return `the attribute ${unknownAttribute} of <${tag}> is unknown`;
  }
  return null;
}

/**
 * Converts an entity to rows of the CSV table: one for the entity itself, and one for each regulation, name, date,
 * document, citizenship and address.
 */
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
