import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createIdvClient } from '../../src/server/createIdvClient.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/server.md'), 'utf8');

/** The calls of the client, such as `aml.watches.create`. */
function callsOf(group: object, prefix = ''): string[] {
  return Object.entries(group).flatMap(([name, value]) =>
    typeof value === 'function' ? [`${prefix}${name}`] : callsOf(value, `${prefix}${name}.`),
  );
}

test('the page lists exactly the calls of the client', () => {
  const section = page.slice(page.indexOf('## Every call'), page.indexOf('## Errors'));
  const listed = [...section.matchAll(/^\| `([\w.]+)` \|/gm)].map((match) => match[1]!);
  expect(listed.length).toBeGreaterThan(50);
  expect(listed.toSorted()).toEqual(callsOf(createIdvClient({ apiKey: 'idv_test_x' })).toSorted());
});

test('the page names every error class that can be thrown', async () => {
  const exported = Object.keys(await import('../../src/server/index.ts'));
  const classes = exported.filter((name) => name.endsWith('Error') && name !== 'isIdvError');
  expect(classes.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
