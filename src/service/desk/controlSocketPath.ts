import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';

/** The operating system truncates longer socket paths. */
const MAX_PATH_BYTES = 100;

/**
 * The path of the control socket, which only users who can read the data directory can open; `null` if the path is too
 * long.
 */
export function controlSocketPath(dataDir: string): string | null {
  const dir = resolve(dataDir);
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\idv-verify-${createHash('sha256').update(dir).digest('hex').slice(0, 32)}`;
  const path = join(dir, 'control.sock');
  return Buffer.byteLength(path) <= MAX_PATH_BYTES ? path : null;
}
