import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { generateKey } from '../../../src/contract/keys.ts';
import { copyEmbeddedTemplate } from '../../support/embeddedTemplate.ts';
import { listDirectory, strangers } from '../../support/lists.ts';
import { captureOf, newCase, person } from '../../support/verification.ts';

const main = join(import.meta.dirname, '../../../src/service/main.ts');
const key = generateKey('secret', 'test');
const consent = { biometric: true, textVersion: '2026-01', locale: 'en' };
/** The selfie passes for any picture. */
const passing = { ...person, familyName: 'IDVTEST_APPROVE' };

/** The service in a separate process, ready to work. */
async function start(dataDir: string, lists: string) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, PORT: '0', DATA_DIR: dataDir, AML_LISTS: lists };
  const child = spawn(process.execPath, [main], {
    env: { ...env, IDV_BOOTSTRAP_KEY: key },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  child.stdout.on('data', (text) => {
    out += text;
  });
  await expect.poll(() => out).toMatch(/"event":"lists loaded"/);
  const url = /"url":"([^"]+)"/.exec(out)![1]!;
  const call = async (path: string, body?: object) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${key}`, ...(!isForm && { 'Content-Type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape.
    return (await response.json()) as any;
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { call, kill };
}

test('a case that was approved before kill -9 is monitored afterwards', async () => {
  const lists = listDirectory(strangers);
  const dataDir = mkdtempSync(join(tmpdir(), 'idv-sudden-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  onTestFinished(lists.remove);
  await copyEmbeddedTemplate(inject('embeddedTemplate'), dataDir);
  const first = await start(dataDir, lists.path);
  const { id } = await first.call('/cases', newCase);
  await first.call(`/cases/${id}/consent`, consent);
  await first.call(`/cases/${id}/personal-details`, passing);
  const check = await first.call('/biometrics/selfie-check', { caseId: id });
  await first.call(`/biometrics/selfie-check/${check.id}/capture`, captureOf(check.challenge));
  const status = async ({ call }: typeof first) => (await call(`/cases/${id}`)).status;
  await expect.poll(() => status(first)).toBe('approved');
  await first.kill();

  lists.write([...strangers, { id: 'NK-1st', name: 'Mirela Idvtest Approve', born: person.dateOfBirth }]);
  const second = await start(dataDir, lists.path);
  await expect.poll(() => status(second)).toBe('in_review');
});
