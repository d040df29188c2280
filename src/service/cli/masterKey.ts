import type { Kysely } from 'kysely';
import { masterKeyId } from '../crypto/masterKey.ts';
import type { Connection } from '../db/connect.ts';
import type { Database } from '../db/schema.ts';
import { rootKeys } from '../db/store/rootKeys.ts';
import { rootKey } from '../keys/rootKey.ts';
import { type Config, ConfigError } from '../settings/config.ts';
import { onDatabase, requireMasterKey } from './database.ts';

// `idv-verify-service master-key list|add|remove` exchanges the master key without downtime: add the next one, give it to
// one node after the other, remove the old one. The embedded database has to be free: stop the service first.

const usage = `Usage: idv-verify-service master-key list
       idv-verify-service master-key add          lets IDV_NEXT_MASTER_KEY open the database too
       idv-verify-service master-key remove ID    the master key of that id opens it no more
`;

const [action = '', id = ''] = process.argv.slice(2);
const isKnown = (['list', 'add'].includes(action) && id === '') || (action === 'remove' && id !== '');
if (isKnown) await onDatabase(run);
else {
  const asked = ['--help', '-h'].includes(action);
  process[asked ? 'stdout' : 'stderr'].write(usage);
  process.exitCode = asked ? 0 : 2;
}

async function run(config: Config, { db }: Connection): Promise<void> {
  const master = requireMasterKey(config);
  const root = await rootKey.open(db, master);
  if (!root)
    throw new ConfigError('The database has no root key yet: the first start of the service makes it.');
  if (action === 'add') await add(db, root, config.nextMasterKey);
  if (action === 'remove') await remove(db, master);
  await list(db, master);
}

async function add(db: Kysely<Database>, root: Uint8Array, next: Uint8Array | null): Promise<void> {
  if (!next) throw new ConfigError('Give the next master key in the setting IDV_NEXT_MASTER_KEY.');
  await rootKey.seal(db, root, next, new Date());
}

async function remove(db: Kysely<Database>, master: Uint8Array): Promise<void> {
  if (id === masterKeyId(master)) {
    throw new ConfigError(
      'This is the master key of the settings: give the one that stays, then remove the other.',
    );
  }
  if (!(await rootKeys.remove(db, id))) throw new ConfigError(`There is no master key ${id}.`);
}

async function list(db: Kysely<Database>, master: Uint8Array): Promise<void> {
  const own = masterKeyId(master);
  for (const { master_key_id, created_at } of await rootKeys.list(db)) {
    const mark = master_key_id === own ? '  of the settings' : '';
    process.stdout.write(`${master_key_id}  since ${created_at.toISOString()}${mark}\n`);
  }
}
