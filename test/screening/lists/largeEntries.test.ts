import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listFile } from '../../../src/screening/lists/listFile.ts';
import { lines } from '../../../src/screening/lists/rows.ts';
import { xmlElements } from '../../../src/screening/lists/xmlElements.ts';
import { loadLists } from '../../../src/screening/screening.ts';

async function fileOf(text: string) {
  const root = mkdtempSync(join(tmpdir(), 'idv-entry-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, 'list'), text);
  return await listFile(join(root, 'list'));
}

async function countOf(items: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of items) count++;
  return count;
}

const outline = { elementNames: new Set(['entry']), containerElements: new Set<string>() };

const entries = (inside: string) => `<list><entry>Ann</entry><entry>${inside}</entry></list>`;

test.each([
  ['elements', '<a/>'.repeat(100_001)],
  ['text', 'x'.repeat(9 * 2 ** 20)],
  ['attributes', `<a b="${'x'.repeat(9 * 2 ** 20)}"/>`],
])('an entry with too much data in %s is refused before it fills the memory', async (_, inside) => {
  const file = await fileOf(entries(inside));
  await expect(countOf(xmlElements(file, outline))).rejects.toMatchObject({
    code: 'list_damaged',
  });
});

test('the size is counted separately for each entry', async () => {
  const file = await fileOf(`<list>${`<entry>${'<a/>'.repeat(60_000)}</entry>`.repeat(2)}</list>`);
  expect(await countOf(xmlElements(file, outline))).toBe(3);
});

test('a line over the length limit is refused', async () => {
  const file = await fileOf('x'.repeat(17 * 2 ** 20));
  await expect(countOf(lines(file))).rejects.toMatchObject({ code: 'list_damaged' });
});

test('lists over the memory limit are refused, and the process continues', async () => {
  const root = mkdtempSync(join(tmpdir(), 'idv-memory-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const rows = Array.from({ length: 60_000 }, (_, i) => `${i},Nobody Known${i} of Anywhere${i}`);
  writeFileSync(join(root, 'own.csv'), ['id,name', ...rows, ''].join('\n'));
  const loading = loadLists([root], { maxMemoryMb: 16 });
  await expect(loading).rejects.toThrow('Loading the lists took more than 16 MB of memory');
});
