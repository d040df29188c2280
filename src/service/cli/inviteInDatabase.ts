import { createVault } from '../crypto/vault.ts';
import { WakeSignal } from '../db/WakeChannel.ts';
import { type Invitation, inviteByCommand } from '../desk/controlSocket.ts';
import { rootKey } from '../keys/rootKey.ts';
import { createLog } from '../log.ts';
import { Pictures } from '../pictures/Pictures.ts';
import type { Config } from '../settings/config.ts';
import { Metrics } from '../telemetry/Metrics.ts';
import { onDatabase, requireMasterKey } from './database.ts';

/** Creates an invitation in the database of the settings, and prints its link. */
export async function inviteInDatabase(invitation: Invitation): Promise<void> {
  await onDatabase((config, { db }) => invite(config, db, invitation));
}

async function invite(
  config: Config,
  db: Parameters<typeof inviteByCommand>[0]['db'],
  invitation: Invitation,
): Promise<void> {
  const clock = () => new Date();
  const vault = createVault(await rootKey.openOrCreate(db, requireMasterKey(config), clock()));
  const context = {
    config,
    db,
    clock,
    log: createLog('silent', () => {}),
    vault,
    pictures: Pictures.withoutBucket({ vault, clock }),
    metrics: new Metrics(),
    wake: { jobs: new WakeSignal(), deliveries: new WakeSignal(), handoffs: new WakeSignal() },
    erasure: null,
    slots: null,
    headRecord: null,
  };
  const path = await inviteByCommand(context, invitation);
  const base = config.publicUrl ?? `http://${config.host}:${config.port}`;
  process.stdout.write(`${base}${path}\n`);
}
