import { request } from 'node:http';
import type { Invitation } from '../desk/controlSocket.ts';
import { controlSocketPath } from '../desk/controlSocketPath.ts';
import { type Config, ConfigError, readConfig } from '../settings/config.ts';
import { withSecretFiles } from '../settings/secretFiles.ts';

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
    // Loading the database takes longer than the rest, and whoever asks a service needs none.
    else await (await import('./inviteInDatabase.ts')).inviteInDatabase(invitation);
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
