import { Gauge, type Registry } from 'prom-client';
import type { Dataset } from '../../contract/amlScreening.ts';

/**
 * Gauges of the lists in use.
 * @returns reads them anew; `null` as long as none are in use.
 */
export function listGauges(registry: Registry): (dataset: Dataset | null, now: Date) => void {
  const registers = [registry];
  const inUse = new Gauge({ name: 'idv_lists_in_use', help: 'How many lists are in use.', registers });
  const entities = new Gauge({
    name: 'idv_list_entities',
    help: 'How many entities a list in use names.',
    labelNames: ['list'],
    registers,
  });
  const age = new Gauge({
    name: 'idv_list_age_seconds',
    help: 'Since when a list in use is known to be what its publisher offers, or else was published.',
    labelNames: ['list'],
    registers,
  });
  return (dataset, now) => {
    const lists = dataset?.lists ?? [];
    inUse.set(lists.length);
    for (const gauge of [entities, age]) gauge.reset();
    for (const { name: list, entities: count, fetchedAt, publishedAt } of lists) {
      if (count !== null) entities.set({ list }, count);
      const known = fetchedAt ?? publishedAt;
      if (known) age.set({ list }, Math.max(0, (now.getTime() - Date.parse(known)) / 1000));
    }
  };
}
