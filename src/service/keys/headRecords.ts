import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '../../screening/makeDirectory.ts';
import type { HeadRecord } from '../crypto/keySlots.ts';
import type { Bucket } from '../objects/openBucket.ts';

const NAME = 'audit.head';

/** The head of the audit log in the directory of the data keys. */
export function fileRecord(directory: string): HeadRecord {
  const path = join(directory, NAME);
  return {
    read: async () => (existsSync(path) ? readFileSync(path) : null),
    write: async (sealed) => {
      makeDirectory(directory);
      const draft = `${path}.${randomUUID()}.part`;
      const file = await open(draft, 'w', 0o600);
      try {
        await file.writeFile(sealed);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
    },
  };
}

/** The same in their bucket. `earlier` is read until there is one. */
export function objectRecord(bucket: Bucket, root: string, earlier: HeadRecord | null): HeadRecord {
  const name = `${root}/${NAME}`;
  return {
    read: async () => (await bucket.get(name)) ?? (await earlier?.read()) ?? null,
    write: async (sealed) => {
      await bucket.put(name, sealed);
    },
  };
}
