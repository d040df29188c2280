import type { EventType } from '../../contract/events.ts';
import { Mode } from '../../contract/mode.ts';
import type { ListError } from '../../screening/screening.ts';
import type { ServiceContext } from '../context.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { amlListFaults } from '../db/store/amlDatasets.ts';
import { eventData } from '../events/eventData.ts';
import { newEvent } from '../events/newEvent.ts';

/** Something that is wrong with a list at this moment. */
export interface ListFault {
  /** The code of the list. */
  name: string;
  kind: 'refused' | 'stale';
  code: ListError['code'] | 'list_stale' | 'lists_not_loaded';
}

/** Codes of a list that is refused for what it lost. */
const LOST: readonly string[] = ['list_shrunk', 'list_missing'];

/**
 * Notes what is wrong with lists, and tells when it begins and when all of it has ended: once, whichever process sees it first.
 * @param ended faults that were seen before and are no more
 * @returns since when each fault is there
 */
export async function noteListFaults(
  context: ServiceContext,
  faults: readonly ListFault[],
  ended: readonly Pick<ListFault, 'name' | 'kind'>[],
): Promise<Map<string, Date>> {
  return await inTransaction(context, async (tx) => {
    const now = context.clock();
    const tell = async (name: string, type: EventType, reasons: string[]) => {
      const data = eventData(null, { reasons, list: name, since: now.toISOString() });
      for (const mode of Mode.options)
        await newEvent(context, tx, { mode, type, at: now, data, owner: null });
    };
    for (const { name, kind, code } of faults) {
      if (!(await amlListFaults.begin(tx, { name, kind, code, since: now }))) continue;
      await tell(name, `aml_list.${kind}`, [code]);
      if (LOST.includes(code)) await tell(name, 'aml_list.shrunk', [code]);
    }
    const gone = new Set<string>();
    for (const { name, kind } of ended) if (await amlListFaults.end(tx, name, kind)) gone.add(name);
    const left = await amlListFaults.all(tx);
    for (const name of gone)
      if (!left.some((fault) => fault.name === name)) await tell(name, 'aml_list.recovered', []);
    return new Map(left.map(({ name, kind, since }) => [`${kind} ${name}`, since]));
  });
}

/** What was wrong with lists when a process last looked: `refused ofac_sdn`, and since when. */
export async function knownListFaults({ db }: Pick<ServiceContext, 'db'>): Promise<Map<string, Date>> {
  return new Map((await amlListFaults.all(db)).map(({ name, kind, since }) => [`${kind} ${name}`, since]));
}

export function faultOf(key: string): Pick<ListFault, 'name' | 'kind'> {
  const at = key.indexOf(' ');
  return { kind: key.slice(0, at) as ListFault['kind'], name: key.slice(at + 1) };
}
