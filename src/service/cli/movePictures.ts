import { createVault } from '../crypto/vault.ts';
import { followClock } from '../db/followClock.ts';
import { rootKey } from '../keys/rootKey.ts';
import { createLog } from '../log.ts';
import { movePictures } from '../pictures/movePictures.ts';
import { openPictures } from '../pictures/openPictures.ts';
import { PictureStoreAway } from '../pictures/pictureStore.ts';
import { deleteAllUnused, emptyBucket } from '../pictures/sweepObjects.ts';
import { ConfigError } from '../settings/config.ts';
import { Metrics } from '../telemetry/Metrics.ts';
import { onDatabase, requireMasterKey } from './database.ts';

// `idv-verify-service move-pictures --to s3|database` moves the pictures of all cases, while nodes run with PICTURES. It can be
// interrupted at any moment and run again. With the embedded database, stop the service first.

const SAY_MS = 2000;

const DONE = {
  s3: 'All are in the bucket.',
  database: 'Remove PICTURES from the settings, and restart one node after the other.',
};

const stays = (left: number) =>
  `${left} objects of the last hour, which no picture of the database is in, stay in the bucket for now. Run the command again in an hour, before you remove PICTURES.`;

const [option, to, ...rest] = process.argv.slice(2);
if (option === '--to' && (to === 's3' || to === 'database') && rest.length === 0) {
  await onDatabase(async (config, { db }) => {
    if (!config.pictures) throw new ConfigError('PICTURES is not set. Set it to the bucket.');
    const log = createLog('warn', (lines) => process.stderr.write(lines));
    const vault = createVault(await rootKey.openOrCreate(db, requireMasterKey(config), new Date()));
    // The names of objects have the time of the nodes.
    const { clock, stop } = await followClock(db, () => new Date(), log);
    const pictures = await openPictures({ config, db, vault, clock, log, metrics: new Metrics() });
    try {
      let saidAt = 0;
      const { moved, missing } = await movePictures({ db, pictures }, to, (done, of) => {
        if (performance.now() - saidAt < SAY_MS) return;
        saidAt = performance.now();
        process.stdout.write(`${done} of ${of}\n`);
      });
      const lost = `${missing} are missing in the bucket. Restore them there, and run the command again.`;
      const needs = { db, pictures, clock, log };
      const left = to === 'database' && missing === 0 ? await emptyBucket(needs) : 0;
      if (missing > 0 || to === 's3') await deleteAllUnused(needs);
      const said = missing > 0 ? lost : left > 0 ? stays(left) : DONE[to];
      process.stdout.write(`${moved} pictures moved. ${said}\n`);
      process.exitCode = missing + left > 0 ? 1 : 0;
    } catch (error) {
      if (!(error instanceof PictureStoreAway)) throw error;
      throw new ConfigError(`${error.message} Nothing is lost. Run the command again: it continues.`, {
        cause: error,
      });
    } finally {
      await stop();
      pictures.close();
    }
  });
} else {
  process.stderr.write('Usage: idv-verify-service move-pictures --to s3|database\n');
  process.exitCode = 2;
}
