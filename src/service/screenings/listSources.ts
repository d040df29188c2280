import { stat } from 'node:fs/promises';
import { isListAddress } from '../../screening/screening.ts';
import { ConfigError } from '../settings/config.ts';

/** The sources of lists: local directories and URLs. */
export interface ListSources {
  directories: string[];
  addresses: string[];
}

/**
 * Separates directories and URLs of the setting.
 * @throws {ConfigError} if a directory does not exist.
 */
export async function listSources(amlLists: readonly string[]): Promise<ListSources> {
  const directories = amlLists.filter((source) => !isListAddress(source));
  for (const directory of directories) {
    if (await stat(directory).catch(() => null)) continue;
    throw new ConfigError(
      `The directory ${directory} of the setting AML_LISTS cannot be read. Check its path and permissions.`,
    );
  }
  return { directories, addresses: amlLists.filter(isListAddress) };
}
