import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, ListObjectsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { onTestFinished } from 'vitest';
import type { DataKeyOwner } from '../../src/service/crypto/vault.ts';
import { startFaultyStore } from './faultyStore.ts';
import { clientOf, type StartedStore } from './pictureStores.ts';
import type { TestService } from './service.ts';
import { settingsOf } from './sharedPictures.ts';

/** The way to a bucket of data keys, which can fail, and the settings that take it, with a prefix of their own. */
export async function wayToKeys(store: StartedStore, timeoutMs = 60_000) {
  const way = await startFaultyStore(store.url);
  onTestFinished(() => way.close());
  process.env['AWS_ACCESS_KEY_ID'] = store.credentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = store.credentials.secretAccessKey;
  const prefix = randomBytes(6).toString('hex');
  return { way, keys: { ...settingsOf({ ...store, url: way.url }, timeoutMs), prefix } };
}

/** A folder for the test. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'idv-keys-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** The row of a case with its data key. */
export async function rowOf({ deps }: TestService, id: string): Promise<DataKeyOwner> {
  return await deps.db
    .selectFrom('cases')
    .select(['id', 'data_key'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The files in a folder that contain some bytes: what a store has on its disk. */
export function filesWith(path: string, bytes: Buffer): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(bytes));
}

/** The names of objects under a prefix, past the service. */
export async function objectsIn(store: StartedStore, prefix: string): Promise<string[]> {
  const client = clientOf(store);
  const command = new ListObjectsCommand({ Bucket: store.bucket, Prefix: `${prefix}/` });
  const { Contents = [] } = await client.send(command).finally(() => client.destroy());
  return Contents.map(({ Key }) => Key!);
}

export async function deleteObject(store: StartedStore, name: string): Promise<void> {
  const client = clientOf(store);
  const command = new DeleteObjectCommand({ Bucket: store.bucket, Key: name });
  await client.send(command).finally(() => client.destroy());
}

export async function putObject(store: StartedStore, name: string, bytes: Uint8Array): Promise<void> {
  const client = clientOf(store);
  const command = new PutObjectCommand({ Bucket: store.bucket, Key: name, Body: bytes });
  await client.send(command).finally(() => client.destroy());
}
