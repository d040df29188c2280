// Writes beside the built package what describes it to tools: types for templates, the element's manifest, and data
// for editors; and the element's page of the documentation. Part of the build.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { elementPage, looksPage } from './elementPage.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

for (const name of readdirSync(join(root, 'src/types')))
  cpSync(join(root, 'src/types', name), join(dist, 'types/types', name));

const analyzer = dirname(
  createRequire(import.meta.url).resolve('@custom-elements-manifest/analyzer/package.json'),
);
const options = { cwd: root, encoding: 'utf8' };
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [join(analyzer, 'cem.js'), 'analyze', '--quiet'],
  options,
);
if (status !== 0) {
  process.stderr.write(`${stdout}${stderr}\nThe element's manifest could not be made.\n`);
  process.exit(1);
}

const manifest = JSON.parse(readFileSync(join(dist, 'custom-elements.json'), 'utf8'));
writeFileSync(join(root, 'docs/element.md'), elementPage(manifest));
writeFileSync(join(root, 'docs/looks.md'), looksPage(manifest));
const { modules } = manifest;
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const element = modules.flatMap(({ declarations = [] }) => declarations).find(({ tagName }) => tagName);
const words = (type) => [...(type?.text ?? '').matchAll(/'([^']+)'/g)].map((match) => match[1]);

/** VS Code: setting `html.customData`. */
const attributes = element.attributes.map(({ name, description, type }) => ({
  name,
  ...(description && { description }),
  ...(type.text === 'boolean' && { valueSet: 'v' }),
  ...(words(type).length > 0 && { values: words(type).map((value) => ({ name: value })) }),
}));
write('html-custom-data.json', {
  version: 1.1,
  tags: [{ name: element.tagName, description: element.description, attributes }],
});

/** JetBrains: found by the field `web-types` of package.json. */
write('web-types.json', {
  $schema: 'https://json.schemastore.org/web-types',
  name: 'idv-verify',
  version,
  'description-markup': 'markdown',
  contributions: {
    html: {
      elements: [
        {
          name: element.tagName,
          description: element.description,
          attributes: element.attributes.map(({ name, description, type }) => ({
            name,
            description,
            value: { type: type.text },
          })),
          slots: element.slots ?? [],
          js: {
            properties: element.members
              .filter(({ kind }) => kind === 'field')
              .map(({ name, description, type }) => ({ name, description, type: type?.text })),
            events: element.events.map(({ name, description, type }) => ({
              name,
              description,
              type: type.text,
            })),
          },
          css: {
            parts: element.cssParts ?? [],
            properties: element.cssProperties ?? [],
          },
        },
      ],
    },
  },
});

function write(name, value) {
  writeFileSync(join(dist, name), `${JSON.stringify(value, null, 2)}\n`);
}
