import { randomBytes } from 'node:crypto';
import { generateKey } from '../../../src/contract/keys.ts';
import type { Lab } from './Lab.ts';
import { type ServiceNode, startNode } from './startNode.ts';

/** Service processes on one database. */
export interface Cluster {
  /** API keys of test mode and live mode with all scopes. */
  keys: { test: string; live: string };
  /** PostgreSQL; `null`: embedded, where there is one process at a time. */
  databaseUrl: string | null;
  dataDir: string;
  /** Starts one more process; `script`: another one than the service's own. */
  start(settings?: Record<string, string>, script?: string): Promise<ServiceNode>;
}

/**
 * Prepares the settings that the processes of one service share.
 * @param url of a PostgreSQL database; a new one if absent.
 */
export async function cluster(lab: Lab, database: 'embedded' | 'postgres', url?: string): Promise<Cluster> {
  const keys = { test: generateKey('secret', 'test'), live: generateKey('secret', 'live') };
  const databaseUrl = database === 'postgres' ? (url ?? (await lab.database())) : null;
  const dataDir = lab.folder();
  const shared = {
    DATA_DIR: dataDir,
    IDV_BOOTSTRAP_KEY: `${keys.test},${keys.live}`,
    IDV_MASTER_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOW_LOOPBACK: 'true',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const start = (settings = {}, script?: string) => startNode(lab, { ...shared, ...settings }, script);
  return { keys, databaseUrl, dataDir, start };
}
