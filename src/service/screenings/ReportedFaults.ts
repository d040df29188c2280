import { errorForLog } from '../log.ts';
import { faultOf, knownListFaults, type ListFault, noteListFaults } from './listFaults.ts';
import type { ScreeningContext } from './screeningContext.ts';

/** The reported faults of lists, and when each began. */
export class ReportedFaults {
  readonly #needs: Omit<ScreeningContext, 'lists'>;
  /** By kind and list, such as `refused ofac_sdn`; `null` before the first check. */
  #known: Map<string, Date> | null = null;

  constructor(needs: Omit<ScreeningContext, 'lists'>) {
    this.#needs = needs;
  }

  /** When the refusal of a list was first reported. */
  refusedSince(list: string): Date | undefined {
    return this.#known?.get(`refused ${list}`);
  }

  /** Reports the faults that began or ended since the last call. A failure is logged, and the next call tries again. */
  async note(faults: readonly ListFault[]): Promise<void> {
    const now = new Set(faults.map(({ name, kind }) => `${kind} ${name}`));
    try {
      const known = this.#known ?? (await knownListFaults(this.#needs));
      const ended = [...known.keys()].filter((key) => !now.has(key)).map(faultOf);
      const hasNew = this.#known === null || faults.some(({ name, kind }) => !known.has(`${kind} ${name}`));
      const current = hasNew || ended.length > 0 ? await noteListFaults(this.#needs, faults, ended) : known;
      this.#known = new Map([...current].filter(([key]) => now.has(key)));
    } catch (error) {
      this.#needs.log.error('list problems not recorded', errorForLog(error));
    }
  }
}
