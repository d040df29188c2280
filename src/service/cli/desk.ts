import { request } from 'node:http';
import { createVault } from '../crypto/vault.ts';
import { WakeSignal } from '../db/WakeChannel.ts';
import { controlSocketPath, type Invitation, inviteByCommand } from '../desk/controlSocket.ts';
import { rootKey } from '../keys/rootKey.ts';
import { createLog } from '../log.ts';
import { Pictures } from '../pictures/Pictures.ts';
import { type Config, ConfigError, readConfig } from '../settings/config.ts';
import { withSecretFiles } from '../settings/secretFiles.ts';
import { Metrics } from '../telemetry/Metrics.ts';
import { onDatabase, requireMasterKey } from './database.ts';

// `idv-verify-service desk invite NAME --role viewer|reviewer|administrator` prints an invitation link to the review
// desk. With the embedded database, it asks the running service through a socket in DATA_DIR.

const USAGE = 'Usage: idv-verify-service desk invite NAME --role viewer|reviewer|administrator\n';

try {
  const invitation = readArguments(process.argv.slice(2));
  if (!invitation) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
  } else {
    const config = readConfig(withSecretFiles(process.env));
    if (config.databaseUrl === null) process.stdout.write(`${await askService(config, invitation)}\n`);
    else await onDatabase((ownConfig, { db }) => invite(ownConfig, db, invitation));
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function readArguments(argv: string[]): Invitation | null {
  const at = argv.indexOf('--role');
  const role = at === -1 ? undefined : argv[at + 1];
  const [command, ...names] = at === -1 ? argv : argv.toSpliced(at, 2);
  const name = names.join(' ').trim();
  const isRole = role !== undefined && /^(viewer|reviewer|administrator)$/.test(role);
  return command === 'invite' && name !== '' && isRole ? { name, role } : null;
}

async function invite(
  config: Config,
  db: Parameters<typeof inviteByCommand>[0]['db'],
  invitation: Invitation,
) {
  const clock = () => new Date();
  const vault = createVault(await rootKey.openOrCreate(db, requireMasterKey(config), clock()));
  const context = {
    config,
    db,
    clock,
    log: createLog('silent', () => {}),
    vault,
    pictures: new Pictures({ vault, clock, open: null, takes: async () => false, observe: () => undefined }),
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

function askService({ dataDir }: Config, invitation: Invitation): Promise<string> {
  const socketPath = controlSocketPath(dataDir);
  if (!socketPath)
    throw new ConfigError(
      `The path of DATA_DIR (${dataDir}) is too long for a socket. Choose a shorter one.`,
    );
  return new Promise((answered, failed) => {
    const clientRequest = request({ socketPath, method: 'POST', path: '/invite' }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      if (response.statusCode === 200)
        answered((JSON.parse(Buffer.concat(chunks).toString()) as { url: string }).url);
      else failed(new ConfigError(`The service refused the invitation (${response.statusCode}).`));
    });
    clientRequest.on('error', () =>
      failed(
        new ConfigError(
          `No service runs on ${dataDir}. Start it, or set DATA_DIR or DATABASE_URL to those of the running service.`,
        ),
      ),
    );
    clientRequest.end(JSON.stringify(invitation));
  });
}
