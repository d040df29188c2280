import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKey } from '../../../src/contract/keys.ts';
import { createLog } from '../../../src/service/log.ts';
import { startService } from '../../../src/service/service.ts';
import { readConfig } from '../../../src/service/settings/config.ts';
import { copyEmbeddedTemplate } from '../../support/embeddedTemplate.ts';
import { faceEngineFiles } from '../../support/faceEngineFiles.ts';

export interface Api {
  /** Ends in `/v1`. */
  baseUrl: string;
  /** Of test mode, with all scopes. */
  apiKey: string;
  stop(): Promise<void>;
}

/**
 * Starts the service on a free port, with its own embedded database.
 * @param settings environment variables of the service.
 * @param template a database to copy, see `copyEmbeddedTemplate`; by default a new database is created.
 */
export async function startApi(settings: Record<string, string> = {}, template?: string): Promise<Api> {
  const dataDir = mkdtempSync(join(tmpdir(), 'idv-consumers-'));
  if (template !== undefined) await copyEmbeddedTemplate(template, dataDir);
  const apiKey = generateKey('secret', 'test');
  const config = { ...readConfig(settings), port: 0, dataDir, bootstrapKeys: [apiKey], rateLimitScale: 0 };
  const service = await startService(
    config,
    // An answer of 500 names no cause: the log does.
    createLog('error', (lines) => void process.stderr.write(lines)),
    {
      clock: () => new Date(),
      engine: await faceEngineFiles(),
    },
  );
  const { baseUrl } = service.deps;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  await fetch(`${baseUrl}/branding`, { method: 'PUT', headers, body: JSON.stringify({ name: 'Shop' }) });
  return {
    baseUrl,
    apiKey,
    stop: async () => {
      await service.close(0);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
