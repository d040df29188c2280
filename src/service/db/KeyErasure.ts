import type { Kysely } from 'kysely';
import { type KeySlots, KeyStoreAway, type SlotAddress } from '../crypto/keySlots.ts';
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
   * Destroys a batch of slots that are still recorded, of erased data keys and of those that have another slot.
   * @returns whether more are left.
   */
  async sweep(db: Kysely<Database>): Promise<boolean> {
    const slots = await keyStore.toDestroy(db, BATCH);
    try {
      if (slots.length > 0) await this.#destroy(db, slots);
      return slots.length === BATCH;
    } catch (error) {
      if (!(error instanceof KeyStoreAway)) throw error;
      this.#noteFailure(error);
      return false;
    }
  }

  #noteFailure(error: unknown): void {
    this.#log.error('keys not destroyed', errorForLog(error));
  }

  async #destroy(db: Kysely<Database>, slots: readonly SlotToDestroy[]): Promise<void> {
    for (const mark of ['destroyed', 'replaced'] as const) {
      const marked = slots.filter((one) => one.mark === mark).map(({ slot }) => slot);
      if (marked.length === 0) continue;
      await this.#slots.destroy(marked, mark);
      await keyStore.forget(db, marked);
    }
  }
}
