import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { generateKey } from '../../src/contract/keys.ts';
import { masterKeyId } from '../../src/service/crypto/masterKey.ts';
import { temporaryFolder } from '../support/keyBucket.ts';
import { newDatabase } from '../support/newDatabase.ts';
import { startPictureStore } from '../support/pictureStores.ts';
import { databases } from '../support/service.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { newCase } from '../support/verification.ts';
import { waitFor } from '../support/waitFor.ts';

const command = join(import.meta.dirname, '../../src/service/cli/command.ts');

describe.runIf(databases.includes('postgres'))('the master key of a command', () => {
  test('is rotated on two nodes, one after the other, and no request is refused', async () => {
    const [old, next] = [keyInFile(), keyInFile()];
    const key = generateKey('secret', 'test');
    const shared = { DATABASE_URL: await newDatabase(), ...(await keyBucket()) };
    const startNode = async (by: KeyInFile) => {
      const node = startServiceProcess({
        ...shared,
        IDV_MASTER_KEY_COMMAND: by.command,
        IDV_BOOTSTRAP_KEY: key,
        DATA_DIR: temporaryFolder(),
        RATE_LIMIT_SCALE: '0',
      });
      return { ...node, address: await node.url() };
    };
    const masterKey = (by: KeyInFile, ...args: string[]) =>
      promisify(execFile)(process.execPath, [command, 'master-key', ...args], {
        env: {
          PATH: process.env['PATH'],
          ...shared,
          IDV_MASTER_KEY_COMMAND: by.command,
          IDV_NEXT_MASTER_KEY_COMMAND: next.command,
        },
      });
    // What a load balancer sends requests to.
    const serving = [await startNode(old), await startNode(old)];
    const load = startLoad(() => serving.map(({ address }) => address), key);
    await load.more(20);
    expect((await masterKey(old, 'add')).stdout).toContain(next.id);
    await load.more(20);
    for (let n = 0; n < 2; n++) {
      const leaving = serving.shift()!;
      leaving.child.kill('SIGTERM');
      expect(await leaving.exited).toBe(0);
      serving.push(await startNode(next));
      // Nodes with either key read what the other wrote.
      await load.more(20);
    }
    expect((await masterKey(next, 'remove', old.id)).stdout).not.toContain(old.id);
    await load.more(20);
    const { statuses, first } = await load.stop();
    expect(new Set(statuses)).toEqual(new Set(['POST 201', 'GET 200']));
    for (const { address } of serving) expect(await reference(address, first, key)).toBe('customer 7');
    const late = startServiceProcess({
      ...shared,
      IDV_MASTER_KEY_COMMAND: old.command,
      DATA_DIR: temporaryFolder(),
    });
    expect(await late.exited).toBe(1);
    expect(late.err()).toContain(`The master key ${old.id} does not open the database`);
  });
});

interface KeyInFile {
  command: string;
  id: string;
}

function keyInFile(): KeyInFile {
  const key = randomBytes(32);
  const file = join(temporaryFolder(), 'key');
  writeFileSync(file, `${key.toString('base64')}\n`, { mode: 0o600 });
  return { command: `cat ${file}`, id: masterKeyId(key) };
}

async function keyBucket(): Promise<Record<string, string>> {
  const store = await startPictureStore();
  onTestFinished(() => store.stop());
  return {
    KEYS: `s3://${store.bucket}/keys`,
    KEYS_ENDPOINT: store.url,
    KEYS_TIMEOUT_MS: '60000',
    AWS_ACCESS_KEY_ID: store.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
  };
}

/** Creates cases at one node and reads them at another, without a pause, until it is stopped. */
function startLoad(addresses: () => string[], key: string) {
  const statuses: string[] = [];
  let first = '';
  let isOver = false;
  const run = async () => {
    for (let n = 0; !isOver; n++) {
      const at = addresses();
      const made = await fetch(`${at[n % at.length]}/v1/cases`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...newCase, clientReferenceId: 'customer 7' }),
      });
      statuses.push(`POST ${made.status}`);
      const { id } = (await made.json()) as { id: string };
      first ||= id;
      const then = addresses();
      const read = await fetch(`${then[(n + 1) % then.length]}/v1/cases/${id}`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      statuses.push(`GET ${read.status}`);
      await read.arrayBuffer();
    }
  };
  const running = Promise.all([run(), run()]);
  return {
    /** Waits for that many further answers. */
    more: async (count: number) => {
      const before = statuses.length;
      await waitFor(() => statuses.length >= before + count);
    },
    stop: async () => {
      isOver = true;
      await running;
      return { statuses, first };
    },
  };
}

async function reference(address: string, id: string, key: string): Promise<string> {
  const reply = await fetch(`${address}/v1/cases/${id}`, { headers: { Authorization: `Bearer ${key}` } });
  return ((await reply.json()) as { clientReferenceId: string }).clientReferenceId;
}
