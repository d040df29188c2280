import { createVault } from '../crypto/vault.ts';
import { storedPictures } from '../db/store/storedPictures.ts';
import { rootKey } from '../keys/rootKey.ts';
import { createLog } from '../log.ts';
import { missingPictures } from '../pictures/missingPictures.ts';
import { openPictures } from '../pictures/openPictures.ts';
import { PictureStoreAway } from '../pictures/pictureStore.ts';
import { ConfigError } from '../settings/config.ts';
import { Metrics } from '../telemetry/Metrics.ts';
import { onDatabase, requireMasterKey } from './database.ts';

// `idv-verify-service missing-pictures` prints one line for each picture that its row names and the bucket of PICTURES lacks, and
// exits with 1 if there are any: after a restore. It only reads, also in the bucket.

await onDatabase(
  async (config, { db }) => {
    // Without its mark the bucket would get one.
    if (!config.pictures || (await storedPictures.storeId(db)) === null)
      throw new ConfigError('No picture of this database was ever stored in a bucket of PICTURES.');
    const root = await rootKey.open(db, requireMasterKey(config));
    if (!root) throw new ConfigError('The database has no root key yet, so there are no pictures.');
    const pictures = await openPictures({
      config,
      db,
      vault: createVault(root),
      clock: () => new Date(),
      log: createLog('warn', (lines) => process.stderr.write(lines)),
      metrics: new Metrics(),
      isToRead: true,
    });
    try {
      let [count, lost] = [0, 0];
      for await (const { named, missing } of missingPictures({ db, pictures })) {
        for (const { case_id, object } of missing)
          process.stdout.write(`picture_missing ${case_id} ${object}\n`);
        count += named;
        lost += missing.length;
      }
      process.stdout.write(`${lost} of ${count} pictures are missing in the bucket.\n`);
      process.exitCode = lost > 0 ? 1 : 0;
    } catch (error) {
      if (!(error instanceof PictureStoreAway)) throw error;
      throw new ConfigError(error.message, { cause: error });
    } finally {
      pictures.close();
    }
  },
  { failed: 2 },
);
