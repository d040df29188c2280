import { loadLists } from '../../screening/screening.ts';
import type { Config } from '../config.ts';
import { listSources } from '../screenings/listSources.ts';
import type { Check } from './Finding.ts';

/** Reads the list directories of the settings as the service would. Lists from addresses are not fetched. */
export async function listsFinding({ amlLists }: Config): ReturnType<Check['run']> {
  if (amlLists.length === 0) {
    const text = 'AML_LISTS is empty: in live mode nobody is screened, so nobody is approved.';
    return { level: 'warn', text };
  }
  const { directories, addresses } = await listSources(amlLists);
  const fetched = addresses.length > 0 ? ` ${addresses.length} more are fetched from their addresses.` : '';
  if (directories.length === 0) return { level: 'ok', text: `No list directories.${fetched}` };
  const { dataset } = await loadLists(directories, { log: () => {} });
  return {
    level: 'ok',
    text: `${dataset.lists.length} lists can be read from ${directories.length} directories.${fetched}`,
  };
}
