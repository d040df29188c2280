import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsCommand } from '@aws-sdk/client-s3';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { generateKey } from '../../src/contract/keys.ts';
import { freePort } from '../support/freePort.ts';
import { clientOf } from '../support/pictureStores.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { newCase } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';

const root = join(import.meta.dirname, '../..');
const { services } = parse(readFileSync(join(root, 'deploy/compose/trial.yaml'), 'utf8'));

test('the trial starts a store by its command, and a node on it by its settings', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'idv-trial-'));
  const url = `http://127.0.0.1:${await startStore(join(folder, 'store'))}`;
  const { environment } = services.node;
  const { origin } = new URL(environment.PICTURES_ENDPOINT);
  expect(origin).toBe(`http://store:${after('--port')}`);
  const key = generateKey('secret', 'test');
  const node = startServiceProcess({
    ...environment,
    IDV_BOOTSTRAP_KEY: key,
    PICTURES_ENDPOINT: url,
    DATA_DIR: join(folder, 'data'),
  });
  onTestFinished(async () => {
    node.child.kill();
    await node.exited;
    rmSync(folder, { recursive: true, force: true });
  });
  const response = await fetch(`${await node.url()}/v1/cases`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(newCase),
  });
  expect(response.status).toBe(201);
  const credentials = {
    accessKeyId: environment.AWS_ACCESS_KEY_ID,
    secretAccessKey: environment.AWS_SECRET_ACCESS_KEY,
  };
  const client = clientOf({ url, credentials });
  const { Contents = [] } = await client.send(new ListObjectsCommand({ Bucket: 'pictures' }));
  client.destroy();
  expect(Contents.map(({ Key }) => Key)).toEqual([expect.stringMatching(/\/store\.id$/)]);
});

/** What the command of the store gives for an option. */
function after(option: string): string {
  const { command } = services.store;
  return command[command.indexOf(option) + 1];
}

/** @returns its port, which is ours; the folder too. */
async function startStore(folder: string): Promise<number> {
  const [npx, yes, program, ...args] = services.store.command as string[];
  const require = createRequire(import.meta.url);
  const { version } = require('s3rver/package.json');
  expect([npx, yes, program]).toEqual(['npx', '--yes', `s3rver@${version}`]);
  const port = await freePort();
  const ours: Record<string, string> = { [after('--port')]: String(port), [after('--directory')]: folder };
  const child = spawn(
    process.execPath,
    [require.resolve('s3rver/bin/s3rver.js'), ...args.map((arg) => ours[arg] ?? arg)],
    { stdio: 'ignore' },
  );
  onTestFinished(async () => {
    child.kill();
    await once(child, 'exit');
  });
  await waitFor(async () => (await fetch(`http://127.0.0.1:${port}`).catch(() => null)) !== null);
  return port;
}
