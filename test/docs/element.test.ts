import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { elementPage, looksPage } from '../../.ci/elementPage.mjs';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const manifest = JSON.parse(read('dist/custom-elements.json'));
const element = manifest.modules
  .flatMap((module: { declarations?: object[] }) => module.declarations ?? [])
  .find((declaration: { tagName?: string }) => declaration.tagName === 'idv-verify');

test('the pages of the element match its manifest', () => {
  expect(read('docs/element.md')).toBe(elementPage(manifest));
  expect(read('docs/looks.md')).toBe(looksPage(manifest));
});

test('the manifest has public members only', () => {
  const names = (list: { name: string }[]) => list.map(({ name }) => name);
  expect(names(element.attributes)).toEqual(expect.arrayContaining(['session-url', 'no-redirect', 'theme']));
  expect(names(element.events)).toEqual(expect.arrayContaining(['idv-notice', 'idv-submitted']));
  expect(names(element.members).filter((name) => /^#|Callback$|^render|pdate/.test(name))).toEqual([]);
});

test('the types for React and templates have every property', () => {
  const fields: { name: string; attribute?: string }[] = element.members.filter(
    ({ kind }: { kind: string }) => kind === 'field',
  );
  const react = read('src/react/IdvVerify.ts');
  const templates = read('src/types/element.d.ts');
  expect(fields.filter(({ name }) => !react.includes(`'${name}'`))).toEqual([]);
  const known = ({ name, attribute }: (typeof fields)[number]) =>
    new RegExp(`^ +'?${attribute ?? name}'?\\?:|'${name}'`, 'm');
  expect(fields.filter((field) => !known(field).test(templates))).toEqual([]);
});

test('the troubleshooting page describes every notice', () => {
  const codes = /type NoticeCode =([^;]*);/.exec(read('src/widget/events.ts'))![1]!.match(/\w+/g)!;
  const text = read('docs/troubleshooting.md');
  expect(codes.filter((code) => !text.includes(`### \`${code}\``))).toEqual([]);
});

test('every token, part and slot is described', () => {
  const looks: { name: string; description?: string }[] = [
    ...element.cssProperties,
    ...element.cssParts,
    ...element.slots,
  ];
  expect(looks.length).toBeGreaterThan(50);
  expect(looks.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
});
