import { join } from 'node:path';
import { downloadedLists, loadEach } from '../../screening/screening.ts';
import { lackingText } from '../readiness/readiness.ts';
import { listSources } from '../screenings/listSources.ts';
import { ageLimits, lackingLists } from '../screenings/requiredLists.ts';
import type { Config } from '../settings/config.ts';

/**
 * Reads the lists of the settings as the service would, and names the required ones that are missing or outdated. Lists
 * from addresses are not fetched.
 */
export async function listsFinding(config: Config): Promise<{ level: 'ok' | 'warn' | 'fail'; text: string }> {
  const { amlLists, amlRequiredLists, amlMaxAgeDays: maxAgeDays, dataDir } = config;
  if (amlLists.length === 0) {
    const text =
      'AML_LISTS is empty: in live mode nobody is screened, so nobody is approved. Set it to the lists to screen against.';
    return { level: 'warn', text };
  }
  const { directories, addresses } = await listSources(amlLists);
  const downloads = await downloadedLists(addresses, join(dataDir, 'lists'));
  const folders = [...directories, ...downloads.directories];
  const fetched = addresses.length > 0 ? ` ${addresses.length} more are downloaded from their URLs.` : '';
  // Before its first start the service has downloaded nothing.
  if (folders.length === 0) return { level: 'ok', text: `No list directories.${fetched}` };
  const { index, refusals } = await loadEach(folders, {
    kept: join(dataDir, 'lists.good'),
    consents: config.amlAcceptLists,
  });
  const { lists } = index.dataset;
  const limits = ageLimits(amlRequiredLists);
  const ages = { fetchedAt: downloads.fetchedAt, maxAgeDays, limits, now: new Date(), refused: new Map() };
  const state = { inUse: lists, refused: refusals, missing: downloads.missing, ages };
  const lacking = lackingLists(amlRequiredLists, state);
  const refused = refusals.map(({ why }) => `${why}.`).join(' ');
  if (lacking.length > 0)
    return {
      level: 'fail',
      text: `${lackingText(lacking)} ${lacking.map(({ detail }) => `${detail}.`).join(' ')}`,
    };
  if (refusals.length > 0)
    return { level: 'warn', text: `The last good versions of some lists are in use: ${refused}` };
  const text = `${lists.length} lists can be read from ${directories.length} directories.${fetched}`;
  return { level: 'ok', text };
}
