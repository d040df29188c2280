import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The reference page of the element, from its manifest.
 * @param {{modules: {declarations?: any[]}[]}} manifest `dist/custom-elements.json`
 * @returns {string} Markdown
 */
export function elementPage(manifest) {
  const element = manifest.modules
    .flatMap(({ declarations = [] }) => declarations)
    .find(({ tagName }) => tagName);
  const fields = element.members.filter(({ kind, attribute }) => kind === 'field' && !attribute);
  const methods = element.members.filter(({ kind }) => kind === 'method');
  const sections = [
    [
      'Attributes',
      'Each is a property too, in camel case.',
      ['attribute', 'values', ''],
      element.attributes.map((one) => [one.name, one.type.text, one.description]),
    ],
    [
      'Properties',
      'Objects and functions, which no attribute can hold.',
      ['property', 'type', ''],
      fields.map((one) => [one.name, one.type?.text, one.description]),
    ],
    [
      'Methods',
      '',
      ['method', 'gives', ''],
      methods.map((one) => [`${one.name}()`, one.return?.type?.text ?? 'void', one.description]),
    ],
    [
      'Events',
      'All bubble and are composed. None says how the verification came out: no page ever learns that.',
      ['event', 'type', ''],
      element.events.map((one) => [one.name, one.type.text, one.description]),
    ],
    [
      'Slots',
      '',
      ['slot', '', ''],
      element.slots?.map((one) => [one.name || 'default', '', one.description]),
    ],
    [
      'Parts',
      'For `::part()`.',
      ['part', '', ''],
      element.cssParts?.map((one) => [one.name, '', one.description]),
    ],
    [
      'Tokens',
      'Custom properties, to be set on the element or above it.',
      ['token', 'default', ''],
      element.cssProperties?.map((one) => [one.name, one.default ?? '', one.description]),
    ],
  ];
  return [
    '# The element',
    '<!-- Made by the build from the sources. -->',
    element.description,
    ...sections.filter(([, , , rows]) => rows?.length).map(section),
  ]
    .join('\n\n')
    .concat('\n');
}

/**
 * The page with a picture of what each part and token moves. Its pictures are too large for the package.
 * @param {{modules: {declarations?: any[]}[]}} manifest `dist/custom-elements.json`
 * @returns {string} Markdown
 */
export function looksPage(manifest) {
  const { cssParts = [], cssProperties = [] } = manifest.modules
    .flatMap(({ declarations = [] }) => declarations)
    .find(({ tagName }) => tagName);
  const rows = (list) => list.map(({ name }) => [name, picture(name)]).filter(([, shown]) => shown);
  return [
    '# What each part and token changes',
    '<!-- Made by the build from the sources. -->',
    'The screens of the element with one part or token changed. Their defaults: [the element](element.md#tokens).',
    table('Parts', 'part', rows(cssParts)),
    table('Tokens', 'token', rows(cssProperties)),
  ]
    .join('\n\n')
    .concat('\n');
}

function table(title, head, rows) {
  const lines = rows.map(([name, shown]) => `| ${code(name)} | ${shown} |`);
  return [`## ${title}\n`, `| ${head} | changes |`, '| --- | --- |', ...lines].join('\n');
}

function section([title, words, head, rows]) {
  const isUsed = (column) => rows.some((row) => row[column]);
  const columns = [0, 1, 2].filter((column) => column === 0 || isUsed(column));
  const line = (cells) => `| ${columns.map((column) => cells[column]).join(' | ')} |`;
  const cells = ([name, type, description]) => [code(name), type ? code(type) : '', inLine(description)];
  const lines = [line(head), line(['---', '---', '---']), ...rows.map((row) => line(cells(row)))].join('\n');
  return [`## ${title}`, words, lines].filter(Boolean).join('\n\n');
}

/** Made by `npm run -s screens -- --looks`. */
function picture(name) {
  const file = `look-${name.replace('--idv-', '')}.jpg`;
  return existsSync(join(import.meta.dirname, '../docs', file)) ? `![${name}](${file})` : '';
}

function code(text) {
  return `\`${text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')}\``;
}

function inLine(text = '') {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
