import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openAuthority } from '../../src/testwallet/openAuthority.ts';

const NOW = Date.UTC(2026, 0, 1);

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'idv-authority-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test.each([
  ['empty', () => 0],
  ['half', (text: string) => text.length / 2],
  ['cut off after a part', (text: string) => text.indexOf('}') + 1],
])('an authority whose file is %s is replaced', (_name, end) => {
  const folder = temporaryFolder();
  const file = join(folder, 'authority.json');
  const { root: lost } = openAuthority(folder, NOW);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.slice(0, end(text)));
  const { root } = openAuthority(folder, NOW);
  expect(root.certificate).not.toEqual(lost.certificate);
  expect(openAuthority(folder, NOW).root.certificate).toEqual(root.certificate);
  const [, inPem = ''] =
    /-----\n([^-]+)-----END/.exec(readFileSync(join(folder, 'trust/root.pem'), 'utf8')) ?? [];
  expect(new Uint8Array(Buffer.from(inPem, 'base64'))).toEqual(root.certificate);
});

test('an authority that is whole is opened without a write', () => {
  const folder = temporaryFolder();
  openAuthority(folder, NOW);
  const paths = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
  expect(paths).toHaveLength(5);
  for (const path of paths) utimesSync(path, 1, 1);
  openAuthority(folder, NOW);
  expect(paths.map((path) => statSync(path).mtimeMs)).toEqual(paths.map(() => 1000));
});
