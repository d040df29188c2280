import { type DatasetList, findListed, type ScreeningIndex } from '../index/screeningIndex.ts';
import { fallenText, fallenTotals, lostEnd, nextAccepted } from '../lists/controlTotals.ts';
import { ListError } from '../lists/ListError.ts';
import type { AcceptedList } from '../lists/manifest.ts';

/**
 * Consents by a human: `ofac_sdn@2026-05-03-1a2b3c4d5e6f` for one version, `ofac_sdn@gone` for the removal of a list.
 */
export type Consents = readonly string[];

/**
 * Compares a list with its last accepted version. It must not be older, must not have lost more entries than allowed,
 * and must still have its first and last entity, unless a human consented to this version by name.
 * @param index the index that contains the list
 * @returns the baseline for the next version
 * @throws {ListError} `list_shrunk` or `list_older`; its message names the consent
 */
export function holdList(
  list: DatasetList,
  before: AcceptedList | null,
  consents: Consents,
  index: ScreeningIndex,
): AcceptedList {
  const { name, totals, withdrawn, publishedAt, version, ends } = list;
  const isConsented = consents.includes(`${name}@${version}`);
  const fallen = before ? fallenTotals(totals, before.accepted, withdrawn) : [];
  if (!isConsented && before?.publishedAt && publishedAt && publishedAt < before.publishedAt)
    throw refusal('list_older', list, `was published on ${publishedAt}, after one of ${before.publishedAt}`);
  if (!isConsented && fallen.length > 0)
    throw refusal('list_shrunk', list, `lost more entries than allowed: ${fallenText(fallen)}`);
  const find = (id: string) => findListed(index, id);
  const lostEntry = isConsented ? null : lostEnd(before?.ends ?? [], find, index.dataset.withdrawnIds);
  if (lostEntry) throw refusal('list_shrunk', list, `may be truncated: ${lostEntry}`);
  const accepted = nextAccepted(totals, before?.accepted ?? [], {
    isByHuman: isConsented && fallen.length > 0,
  });
  return { version, publishedAt, accepted, ends };
}

/**
 * Accepts the removal of a list.
 * @throws {ListError} `list_missing` unless a human consented
 */
export function holdGone(name: string, before: AcceptedList, consents: Consents): void {
  if (consents.includes(`${name}@gone`)) return;
  const { entities } = before.accepted.at(-1) ?? { entities: 0 };
  throw new ListError(
    'list_missing',
    `The list ${name} is missing; it had ${entities} entities. If this is correct, consent to ${name}@gone`,
    { lists: [name] },
  );
}

function refusal(code: 'list_older' | 'list_shrunk', { name, version }: DatasetList, why: string): ListError {
  const consent = `If this is correct, consent to ${name}@${version}`;
  return new ListError(code, `The list ${name} ${why}. ${consent}`, { lists: [name] });
}
