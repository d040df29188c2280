import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { newId } from '../../contract/ids.ts';
import type { ServiceContext } from '../context.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { errorForLog } from '../log.ts';
import { controlSocketPath } from './controlSocketPath.ts';
import { firstMode, inviteReviewer, OPERATOR, ROLES, writeDeskAudit } from './reviewers.ts';

export interface Invitation {
  name: string;
  role: string;
}

/**
 * Creates an invitation for the command line, in one transaction with its line in the audit log.
 * @returns its path.
 */
export async function inviteByCommand(context: ServiceContext, { name, role }: Invitation): Promise<string> {
  const invitedRole = ROLES.find((one) => one === role);
  if (!invitedRole || name.length < 1 || name.length > 100)
    throw new RangeError('The name or the role is missing. Enter both.');
  return await inTransaction(context, async (tx) => {
    const { reviewer, secret } = await inviteReviewer(context, tx, { name, role: invitedRole });
    await writeDeskAudit(context, tx, {
      actor: OPERATOR,
      mode: await firstMode(tx),
      requestId: newId('req', context.clock().getTime()),
      action: `invite ${reviewer.id}`,
    });
    return `/desk/invite/${secret}`;
  });
}

/**
 * Listens for commands on this machine. The embedded database supports one process, so commands go through the service.
 */
export async function openControlSocket(
  context: ServiceContext,
  url: () => string,
): Promise<{ close(): Promise<void> } | null> {
  const { config, log } = context;
  const path = config.databaseUrl === null ? controlSocketPath(config.dataDir) : null;
  if (!path) return null;
  if (process.platform !== 'win32') rmSync(path, { force: true });
  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const invitation = JSON.parse(Buffer.concat(chunks).toString()) as Invitation;
      const invited = await inviteByCommand(context, invitation);
      response.end(JSON.stringify({ url: `${url()}${invited}` }));
    } catch (error) {
      const isWrong = error instanceof RangeError || error instanceof SyntaxError;
      if (!isWrong) log.error('command failed', errorForLog(error));
      response.writeHead(isWrong ? 422 : 500).end();
    }
  });
  const failure = await listening(server, path);
  if (failure) {
    log.warn('no control socket', {
      ...errorForLog(failure),
      detail: `The socket ${path} cannot be opened, so "desk invite" does not reach this service.`,
    });
    return null;
  }
  server.on('error', (error) => log.error('control socket failed', errorForLog(error)));
  return { close: () => new Promise((closed) => server.close(() => closed())) };
}

/** @returns why it cannot listen; `null`: it does. */
function listening(server: Server, path: string): Promise<Error | null> {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(path, () => resolve(null));
  });
}
