import { ListError } from '../lists/listError.ts';
import { type ListAddress, listAddress } from './listAddress.ts';

/**
 * Addresses by the folder that their files are kept in.
 * @throws ListError if one is neither https nor http to this machine
 */
export function groupLists(addresses: readonly string[]): Map<string, ListAddress[]> {
  const groups = new Map<string, ListAddress[]>();
  for (const text of addresses) {
    const address = listAddress(text);
    if (!address)
      throw new ListError(
        'list_unreachable',
        'A list is downloaded over https, or over http from this machine',
      );
    groups.set(address.folder, [...(groups.get(address.folder) ?? []), address]);
  }
  return groups;
}
