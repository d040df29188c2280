import { createReadStream } from 'node:fs';
import { SaxesParser } from 'saxes';
import { countryCode } from './countryCode.ts';
import type { Listed, ListedName } from './listed.ts';
import type { ListFile } from './listFile.ts';
import { partialDate } from './partialDate.ts';
import type { ListReader } from './reader.ts';

/** One element with what is in it: small enough to hold, one individual or entity at a time. */
interface Element {
  tag: string;
  text: string;
  children: Element[];
}

/**
 * United Nations Security Council consolidated list, XML.
 * Format: https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list
 */
export const unSecurityCouncil: ListReader = {
  kind: 'UN Security Council XML',
  reads: (file) => /\.xml$/i.test(file.path) && /<CONSOLIDATED_LIST\b/.test(file.head),
  async *read(file, context) {
    let count = 0;
    for await (const element of records(file)) {
      if (element.tag === 'CONSOLIDATED_LIST') {
        context.onPublished(new Date(element.text));
        continue;
      }
      count += 1;
      const entity = entityOf(element);
      if (entity) yield { put: entity };
      else context.onDamaged(count, 'an entry without DATAID or name');
    }
  },
};

/** Entries as they are closed; first the root, with its date of generation as text. */
async function* records(file: ListFile): AsyncGenerator<Element> {
  const parser = new SaxesParser();
  const open: Element[] = [];
  let ready: Element[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'CONSOLIDATED_LIST')
      ready.push({ tag: name, text: String(attributes['dateGenerated'] ?? ''), children: [] });
    if (name === 'INDIVIDUAL' || name === 'ENTITY' || open.length > 0)
      open.push({ tag: name, text: '', children: [] });
  });
  parser.on('text', (text) => {
    if (open.length > 0) open.at(-1)!.text += text;
  });
  parser.on('closetag', () => {
    const closed = open.pop();
    if (!closed) return;
    if (open.length === 0) ready.push(closed);
    else open.at(-1)!.children.push(closed);
  });
  const decoder = new TextDecoder(file.encoding);
  for await (const chunk of createReadStream(file.path)) {
    parser.write(decoder.decode(chunk as Buffer, { stream: true }));
    yield* ready;
    ready = [];
  }
  parser.write(decoder.decode()).close();
  yield* ready;
}

function entityOf(element: Element): Listed | null {
  const id = value(element, 'DATAID');
  const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].map((tag) => value(element, tag));
  const name = parts.filter(Boolean).join(' ');
  if (!/^\d+$/.test(id) || !name) return null;
  return {
    id: `unsc-${id}`,
    kind: element.tag === 'INDIVIDUAL' ? 'person' : 'organisation',
    topics: ['sanctions'],
    lists: ['un_sc'],
    names: namesOf(element, name),
    birthDates: [...new Set(all(element, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap(birthDateOf))],
    countries: countriesOf(element),
    sourceUrl: 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
  };
}

function namesOf(element: Element, primary: string): ListedName[] {
  const original = value(element, 'NAME_ORIGINAL_SCRIPT');
  const aliases = [...all(element, 'INDIVIDUAL_ALIAS'), ...all(element, 'ENTITY_ALIAS')].flatMap((alias) => {
    const quality = value(alias, 'QUALITY') === 'Low' ? ('weak' as const) : ('strong' as const);
    return value(alias, 'ALIAS_NAME')
      .split(';')
      .map((text) => ({ text: text.trim(), quality }));
  });
  return [
    { text: primary, quality: 'primary' as const },
    ...original.split(';').map((text) => ({ text: text.trim(), quality: 'strong' as const })),
    ...aliases,
  ].filter(({ text }) => text !== '');
}

function birthDateOf(date: Element): string[] {
  const [from, to] = [value(date, 'FROM_YEAR'), value(date, 'TO_YEAR')];
  const said = value(date, 'DATE') || value(date, 'DATE_OF_BIRTH') || value(date, 'YEAR');
  const text = from && to ? `${from} to ${to}` : said || from || to;
  const circa = value(date, 'TYPE_OF_DATE') === 'APPROXIMATELY' ? 'circa ' : '';
  const made = partialDate(circa + text);
  return made ? [made] : [];
}

function countriesOf(element: Element): string[] {
  const nationalities = all(element, 'NATIONALITY').flatMap((found) =>
    all(found, 'VALUE').map((v) => v.text),
  );
  const places = ['INDIVIDUAL_PLACE_OF_BIRTH', 'INDIVIDUAL_ADDRESS', 'ENTITY_ADDRESS'].flatMap((tag) =>
    all(element, tag).map((place) => value(place, 'COUNTRY')),
  );
  return [...new Set([...nationalities, ...places].flatMap((name) => countryCode(name) ?? []))];
}

function all(element: Element, tag: string): Element[] {
  return element.children.filter((child) => child.tag === tag);
}

function value(element: Element, tag: string): string {
  return (element.children.find((child) => child.tag === tag)?.text ?? '').replace(/\s+/g, ' ').trim();
}
