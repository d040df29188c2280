import type { Kysely } from 'kysely';
import { type KeySlots, KeyStoreAway, MissingKeySlot, type SlotAddress } from '../crypto/keySlots.ts';
import { errorForLog, type Log } from '../log.ts';
import type { Database } from './schema.ts';
import { keyStore, type SlotToDestroy } from './store/keyStore.ts';

const BATCH = 1000;

/**
 * Destroys the slots of erased data keys right after the erasure is committed. They are recorded in the same
 * transaction, so that after a crash a sweep destroys them.
 */
export class KeyErasure {
  readonly #slots: KeySlots;
  readonly #log: Log;
  /** The slot behind which the next sweep begins. */
  #reached: SlotAddress = new Uint8Array();
  readonly #marked = new WeakMap<object, SlotAddress[]>();

  constructor(slots: KeySlots, log: Log) {
    this.#slots = slots;
    this.#log = log;
  }

  /** @param transaction the transaction of the erasure; a rollback destroys nothing. */
  async mark(transaction: Kysely<Database>, slots: readonly SlotAddress[]): Promise<void> {
    if (slots.length === 0) return;
    await keyStore.addToDestroy(transaction, slots, 'destroyed');
    this.#marked.set(transaction, [...(this.#marked.get(transaction) ?? []), ...slots]);
  }

  /** Must be called after the commit of `transaction`. */
  async afterCommit(db: Kysely<Database>, transaction: object): Promise<void> {
    const addresses = this.#marked.get(transaction);
    if (!addresses) return;
    this.#marked.delete(transaction);
    const slots = addresses.map((slot) => ({ slot, mark: 'destroyed' as const }));
    // The erasure is committed. A failure here must not fail the caller: the sweep retries.
    await this.#destroy(db, slots).catch((error) => this.#noteFailure(error));
  }

  /**
   * Destroys the slots that are still recorded, of erased data keys and of those that have another slot. Where so many fail that their
   * store is taken for away, the next sweep goes on behind them.
   */
  async sweep(db: Kysely<Database>): Promise<void> {
    try {
      for (let after: SlotAddress | null = this.#reached; after !== null; ) {
        const slots: SlotToDestroy[] = await keyStore.toDestroy(db, { after, limit: BATCH });
        const stoppedAt = slots.length > 0 ? await this.#destroy(db, slots) : null;
        this.#reached = stoppedAt ?? new Uint8Array();
        after = stoppedAt || slots.length < BATCH ? null : slots.at(-1)!.slot;
      }
    } catch (error) {
      if (!(error instanceof KeyStoreAway)) throw error;
      // The next sweep tries again.
      this.#noteFailure(error);
    }
  }

  #noteFailure(error: unknown): void {
    this.#log.error('keys not destroyed', errorForLog(error));
  }

  /** @returns the slot at which the store was taken for away, so that others were not tried; `null`: each was tried. */
  async #destroy(db: Kysely<Database>, slots: readonly SlotToDestroy[]): Promise<SlotAddress | null> {
    let stoppedAt: SlotAddress | null = null;
    for (const mark of ['destroyed', 'replaced'] as const) {
      const marked = slots.filter((one) => one.mark === mark).map(({ slot }) => slot);
      if (marked.length === 0) continue;
      const { done, failed } = await this.#slots.destroy(marked, mark);
      if (done.length > 0) await keyStore.forget(db, done);
      // Those left stay recorded: their place may answer, be mounted, or be restored, again.
      const missing = failed.filter(({ error }) => error instanceof MissingKeySlot).length;
      if (missing > 0) this.#noteFailure(new MissingKeySlot(`${missing} slots are missing.`));
      const other = failed.filter(({ error }) => !(error instanceof MissingKeySlot)).at(-1);
      if (other) this.#noteFailure(other.error);
      if (done.length + failed.length < marked.length) stoppedAt = failed.at(-1)!.item;
    }
    return stoppedAt;
  }
}
