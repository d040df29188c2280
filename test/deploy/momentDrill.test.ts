import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const drill = join(import.meta.dirname, '../../deploy/drill/moment.sh');

test('the drill refuses to run without data keys, before it touches anything', () => {
  const args = ['/no/base', '/no/wal', '2026-05-03 14:00:00+00'];
  const env = { PATH: process.env['PATH'] };
  const { status, stderr } = spawnSync('sh', [drill, ...args], { encoding: 'utf8', env });
  expect(status).toBe(2);
  expect(stderr).toContain('Set KEYS_DIR to their directory, or KEYS to their bucket.');
});
