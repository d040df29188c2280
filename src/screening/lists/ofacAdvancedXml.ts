import { OfacReferences } from './OfacReferences.ts';
import { ofacParty } from './ofacParty.ts';
import type { ListReader } from './reader.ts';
import type { XmlElement } from './XmlElement.ts';
import { xmlElements } from './xmlElements.ts';

/**
 * US Treasury, SDN and consolidated non-SDN list in the Advanced Sanctions List Standard: `SDN_ADVANCED.XML`,
 * `CONS_ADVANCED.XML`. Parties refer to value sets, places and documents before them, and are named by the sanctions
 * entries after them, so that they are held until the end. Vessels and aircraft are left out.
 * Format: https://ofac.treasury.gov/sdn-list-data-formats-data-schemas
 */
export const ofacAdvancedXml: ListReader = {
  kind: 'OFAC Advanced XML',
  reads: (file) =>
    /<(?:\w+:)?Sanctions\b/.test(file.head) && /<(?:\w+:)?(DateOfIssue|ReferenceValueSets)\b/.test(file.head),
  async *read(file, context) {
    const references = new OfacReferences();
    const parties: XmlElement[] = [];
    for await (const element of xmlElements(file, wanted)) {
      if (element.tag === 'DateOfIssue') context.onPublished(new Date(`${dayOf(element)}T00:00:00Z`));
      else if (element.tag === 'DistinctParty') parties.push(element);
      else references.add(element);
    }
    for (const [at, party] of parties.entries()) {
      const entity = ofacParty(party, references);
      if (entity === 'left out') context.onLeftOut();
      else if (entity) yield { put: entity };
      else context.onDamaged(at + 1, 'a party without FixedRef or name');
    }
  },
};

const wanted: ReadonlySet<string> = new Set([
  'DateOfIssue',
  'ReferenceValueSets',
  'Location',
  'IDRegDocument',
  'DistinctParty',
  'SanctionsEntry',
]);

function dayOf(date: XmlElement): string {
  const part = (tag: string) => date.value(tag).padStart(2, '0');
  return `${part('Year')}-${part('Month')}-${part('Day')}`;
}
