import { ListObjectsCommand } from '@aws-sdk/client-s3';
import type { Kysely } from 'kysely';
import { KeySlotFiles } from '../../../src/service/crypto/KeySlotFiles.ts';
import { createVault, type Vault } from '../../../src/service/crypto/vault.ts';
import { connect } from '../../../src/service/db/connect.ts';
import type { Database } from '../../../src/service/db/schema.ts';
import { rootKey } from '../../../src/service/keys/rootKey.ts';
import { createLog } from '../../../src/service/log.ts';
import { openPictures } from '../../../src/service/pictures/openPictures.ts';
import type { Pictures } from '../../../src/service/pictures/Pictures.ts';
import { type Config, readConfig } from '../../../src/service/settings/config.ts';
import { Metrics } from '../../../src/service/telemetry/Metrics.ts';
import { clientOf, type StartedStore } from '../../support/pictureStores.ts';
import type { Place } from '../pictures.ts';

export interface Opened {
  config: Config;
  db: Kysely<Database>;
  vault: Vault;
  pictures: Pictures;
  clock: () => Date;
  log: ReturnType<typeof createLog>;
}

/** Works on database, keys and bucket of running nodes, at a time of its own. */
export async function onPlace<T>(
  { settings, store }: Place,
  aheadMs: number,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  process.env['AWS_ACCESS_KEY_ID'] = store.credentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = store.credentials.secretAccessKey;
  const config = readConfig(settings);
  const { db, close } = await connect(config);
  const slots = new KeySlotFiles(config.keysDir!);
  const clock = () => new Date(Date.now() + aheadMs);
  const log = createLog('silent', () => {});
  try {
    const root = await rootKey.open(db, config.masterKey!);
    const vault = createVault(root!, slots);
    const pictures = await openPictures({ config, db, vault, clock, log, metrics: new Metrics() });
    try {
      return await work({ config, db, vault, pictures, clock, log });
    } finally {
      pictures.close();
    }
  } finally {
    slots.close();
    await close();
  }
}

/** The names of all pictures in the bucket: their cases and objects. */
export async function namesIn(store: StartedStore): Promise<{ case_id: string; object: string }[]> {
  const client = clientOf(store);
  const names: string[] = [];
  for (;;) {
    const { Contents = [] } = await client.send(
      new ListObjectsCommand({ Bucket: store.bucket, Marker: names.at(-1) ?? '' }),
    );
    if (Contents.length === 0) break;
    names.push(...Contents.map(({ Key }) => Key!));
  }
  client.destroy();
  return names
    .filter((name) => name.includes('/case_'))
    .map((name) => {
      const [object = '', case_id = ''] = name.split('/').reverse();
      return { case_id, object };
    });
}
