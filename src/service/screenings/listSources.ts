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
    await stat(directory).catch((cause: NodeJS.ErrnoException) => {
      throw new ConfigError(
        `The directory ${directory} of the setting AML_LISTS cannot be read (${cause.code}). Check its path and permissions.`,
        { cause },
      );
    });
  }
  return { directories, addresses: amlLists.filter(isListAddress) };
}
