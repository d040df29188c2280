import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passport } from './support/zoneStrings.ts';

const CLI = join(import.meta.dirname, '../../src/service/cli/document.ts');
const NOTHING = { format: null, lines: [], checkDigits: null, fields: null };
const folder = mkdtempSync(join(tmpdir(), 'idv-document-'));

beforeAll(async () => {
  const size = { width: 320, height: 240, channels: 3, background: '#999' } as const;
  const empty = await sharp({ create: size }).png().toBuffer();
  for (const name of ['1.png', '2.png']) writeFileSync(join(folder, name), empty);
});

afterAll(() => rmSync(folder, { recursive: true }));

function linesOf(...args: string[]): unknown[] {
  return linesAt(0, ...args);
}

function linesAt(exitCode: number, ...args: string[]): unknown[] {
  const { status, stdout } = spawnSync(process.execPath, [CLI, ...args], { encoding: 'utf8' });
  expect(status).toBe(exitCode);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('lines that are no document have the keys of one, each null', () => {
  const { status, stdout } = spawnSync(process.execPath, [CLI, 'parse'], {
    input: `${JSON.stringify(passport())}\n["P<UTO"]\nno JSON\n`,
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  const [read, ...none] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const nulls = (value: object): object =>
    Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, part instanceof Object ? nulls(part) : null]),
    );
  const nothing = { ...nulls(read), ok: false, problems: ['lines'] };
  expect(none).toEqual([nothing, nothing]);
});

test('a reader of the output that closes it ends the command quietly', async () => {
  const child = spawn(process.execPath, [CLI, 'parse']);
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  // The command ends while it is written to.
  child.stdin.on('error', () => undefined);
  child.stdin.write('[]\n');
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.stdin.end('[]\n'.repeat(10_000));
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(errors).toBe('');
});

test('a folder that cannot be read has a whole line, and those after it are read', () => {
  const notTaken = { readAt: null, ...NOTHING };
  expect(linesOf('frames', '/nowhere', folder)).toEqual([
    {
      folder: '/nowhere',
      frames: 0,
      ...notTaken,
      hint: null,
      notice: null,
      ms: null,
      error: 'folder_unreadable',
    },
    { folder, frames: 2, ...notTaken, hint: 'not_found', notice: null, ms: expect.any(Number) },
  ]);
});

test('a file that is no picture has a whole line, and so has a picture without a zone', () => {
  const portrait = { found: false, box: null };
  const [text, picture] = [import.meta.filename, join(folder, '1.png')];
  const nothing = { found: false, ...NOTHING, portrait, barcode: null, turned: null, notice: null };
  expect(linesOf('read', text, picture)).toEqual([
    { file: text, ...nothing, ms: null, error: 'image_unreadable' },
    { file: picture, ...nothing, hint: 'not_found', ms: expect.any(Number) },
  ]);
});

test('a folder whose pictures are all unreadable says so', () => {
  const broken = mkdtempSync(join(folder, 'broken-'));
  for (const name of ['1.png', '2.jpg']) writeFileSync(join(broken, name), 'no picture');
  expect(linesAt(1, 'frames', broken)).toMatchObject([
    { folder: broken, frames: 2, readAt: null, error: 'image_unreadable' },
  ]);
  expect(linesAt(0, 'frames', broken, folder)).toMatchObject([{ error: 'image_unreadable' }, { frames: 2 }]);
});

test.each(['read', 'barcode', 'frames'])('%s has exit code 1 where nothing could be read', (command) => {
  expect(linesAt(1, command, '/nowhere/1', '/nowhere/2')).toHaveLength(2);
});
