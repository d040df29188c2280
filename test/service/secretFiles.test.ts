import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/service/settings/config.ts';
import { secretNames, withSecretFiles } from '../../src/service/settings/secretFiles.ts';

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'idv-secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'secret'), text);
  return join(folder, 'secret');
}

test.each(secretNames)('%s may come from a file', (name) => {
  expect(withSecretFiles({ [`${name}_FILE`]: fileWith('hush\n') })[name]).toBe('hush');
});

test('a master key can come from a file', () => {
  const key = Buffer.alloc(32, 7).toString('base64');
  const config = readConfig(withSecretFiles({ IDV_MASTER_KEY_FILE: fileWith(`${key}\n`) }));
  expect(Buffer.from(config.masterKey!).equals(Buffer.alloc(32, 7))).toBe(true);
});

test('reports a missing or empty file, and a secret given twice', () => {
  expect(() => withSecretFiles({ METRICS_TOKEN_FILE: '/nowhere/token' })).toThrow(
    'The file of the setting METRICS_TOKEN_FILE cannot be read (ENOENT).',
  );
  expect(() => withSecretFiles({ METRICS_TOKEN_FILE: fileWith('\n') })).toThrow('is empty');
  expect(() => withSecretFiles({ METRICS_TOKEN: 'x', METRICS_TOKEN_FILE: fileWith('y') })).toThrow(
    'Set one of them',
  );
});

test('a secret may come from a command, which gets no secrets and whose failure is reported', () => {
  const program = `${process.execPath} -p`;
  expect(withSecretFiles({ METRICS_TOKEN_COMMAND: `${program} 6*7` })['METRICS_TOKEN']).toBe('42');
  expect(() => withSecretFiles({ METRICS_TOKEN_COMMAND: `${process.execPath} -e process.exit(3)` })).toThrow(
    `The command ${process.execPath} of the setting METRICS_TOKEN_COMMAND failed (exit 3).`,
  );
  expect(() => withSecretFiles({ METRICS_TOKEN_COMMAND: '/nowhere/kms' })).toThrow(
    'The command /nowhere/kms of the setting METRICS_TOKEN_COMMAND failed (ENOENT).',
  );
  expect(() => withSecretFiles({ METRICS_TOKEN_COMMAND: `${process.execPath} -e 0` })).toThrow(
    'printed nothing',
  );
});

test('a command has a time limit, a short output and no other secret, and nothing that it prints is shown', () => {
  const folder = mkdtempSync(join(tmpdir(), 'idv-command-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = (text: string) => {
    const file = join(folder, `${Math.random()}.cjs`);
    writeFileSync(file, text);
    return `${process.execPath} ${file}`;
  };
  const failure = (text: string, commandMs?: number) => {
    const env = { IDV_MASTER_KEY_COMMAND: script(text) };
    try {
      readConfig(withSecretFiles(env, commandMs === undefined ? {} : { commandMs }));
    } catch (error) {
      return String(error);
    }
    return 'none';
  };
  const endless = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  expect(failure(endless, 500)).toContain('failed (ETIMEDOUT, no end after 0.5 seconds)');
  expect(failure("console.log('hush'.repeat(30_000))")).toContain('failed (ENOBUFS, more than 65536 bytes)');
  const loud = failure("console.log('hush'); console.error('hush'); process.exit(4)");
  expect(loud).toContain('IDV_MASTER_KEY_COMMAND failed (exit 4)');
  const wrong = failure("console.log('hush')");
  expect(wrong).toContain(
    'What the command of the setting IDV_MASTER_KEY_COMMAND prints must be 32 bytes in base64',
  );
  expect(loud + wrong).not.toContain('hush');
  const env = {
    METRICS_TOKEN: 'hush-hush-hush-hush',
    PGPASSWORD: 'hush-hush',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hush',
    REGION: 'eu',
    VAULT_TOKEN: 'its own',
    IDV_MASTER_KEY_COMMAND: script('console.log(Object.keys(process.env).sort().join())'),
  };
  expect(withSecretFiles(env)['IDV_MASTER_KEY']).toBe('IDV_MASTER_KEY_COMMAND,REGION,VAULT_TOKEN');
});
