import type { EventType } from '../../contract/events.ts';
import { Mode } from '../../contract/mode.ts';
import type { ServiceContext } from '../context.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { amlListFaults } from '../db/store/amlDatasets.ts';
import { eventData } from '../events/eventData.ts';
import { newEvent } from '../events/newEvent.ts';
import type { ListProblem } from './screeningLists.ts';

/** A current fault of a list. */
export interface ListFault {
  /** The code of the list. */
  name: string;
  kind: 'refused' | 'stale';
  code: ListProblem['code'];
}

/** Codes of a list that was refused for missing entries. */
const LOST: readonly string[] = ['list_shrunk', 'list_missing'];

/**
 * Records list faults, and emits one event when the first fault begins and one when the last has ended, whichever
 * process sees it first.
 * @param endedFaults faults that were recorded earlier and are over
 * @returns when each fault began
 */
export async function noteListFaults(
  context: ServiceContext,
  faults: readonly ListFault[],
  endedFaults: readonly Pick<ListFault, 'name' | 'kind'>[],
): Promise<Map<string, Date>> {
  return await inTransaction(context, async (tx) => {
    const now = context.clock();
    const emit = async (name: string, type: EventType, reasons: string[]) => {
      const data = eventData(null, { reasons, list: name, since: now.toISOString() });
      for (const mode of Mode.options)
        await newEvent(context, tx, { mode, type, at: now, data, owner: null });
    };
    for (const { name, kind, code } of faults) {
      if (!(await amlListFaults.begin(tx, { name, kind, code, since: now }))) continue;
      await emit(name, `aml_list.${kind}`, [code]);
      if (LOST.includes(code)) await emit(name, 'aml_list.shrunk', [code]);
    }
    const recovered = new Set<string>();
    for (const { name, kind } of endedFaults)
      if (await amlListFaults.end(tx, name, kind)) recovered.add(name);
    const remaining = await amlListFaults.all(tx);
    for (const name of recovered)
      if (!remaining.some((fault) => fault.name === name)) await emit(name, 'aml_list.recovered', []);
    return new Map(remaining.map(({ name, kind, since }) => [`${kind} ${name}`, since]));
  });
}

/** Recorded list faults and when each began, such as `refused ofac_sdn`. */
export async function knownListFaults({ db }: Pick<ServiceContext, 'db'>): Promise<Map<string, Date>> {
  return new Map((await amlListFaults.all(db)).map(({ name, kind, since }) => [`${kind} ${name}`, since]));
}

export function faultOf(key: string): Pick<ListFault, 'name' | 'kind'> {
  const at = key.indexOf(' ');
  return { kind: key.slice(0, at) as ListFault['kind'], name: key.slice(at + 1) };
}
