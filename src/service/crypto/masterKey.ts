import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../../screening/makeDirectory.ts';
import { type Config, ConfigError } from '../settings/config.ts';

/**
 * The master key of the settings, or the one in the data directory, which is created at the first start.
 * @throws {ConfigError} if the stored key is damaged.
 */
export function masterKey({ masterKey, dataDir }: Config): Uint8Array {
  if (masterKey) return masterKey;
  const file = fileIn(dataDir);
  makeDirectory(dataDir);
  try {
    writeFileSync(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const stored = Buffer.from(readFileSync(file, 'utf8'), 'base64');
  if (stored.length !== 32)
    throw new ConfigError(`The file ${file} is not a master key of 32 bytes. Restore it from its copy.`);
  return stored;
}

/** Whether a master key exists, in the settings or in the data directory. */
export function hasMasterKey({ masterKey, dataDir }: Config): boolean {
  return masterKey !== null || existsSync(fileIn(dataDir));
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'master.key');
}

/** An id of a master key that reveals nothing about it: 16 hex digits derived by HKDF-SHA-256 (RFC 5869). */
export function masterKeyId(masterKey: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', masterKey, '', 'idv-verify master key id', 8)).toString('hex');
}
