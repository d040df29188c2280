import { stat } from 'node:fs/promises';
import { isListAddress } from '../../screening/screening.ts';
import { ConfigError } from '../settings/config.ts';

/** Where lists come from: directories of this machine, and addresses. */
export interface ListSources {
  directories: string[];
  addresses: string[];
}

/**
 * Tells directories and addresses of the settings apart.
 * @throws {ConfigError} if a directory isn't there.
 */
export async function listSources(amlLists: readonly string[]): Promise<ListSources> {
  const directories = amlLists.filter((source) => !isListAddress(source));
  for (const directory of directories) {
    if (await stat(directory).catch(() => null)) continue;
    throw new ConfigError(`The setting AML_LISTS names ${directory}, which can't be read.`);
  }
  return { directories, addresses: amlLists.filter(isListAddress) };
}
