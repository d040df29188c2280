import { randomBytes } from 'node:crypto';
import { type Purpose, purposes } from '../crypto/purposes.ts';
import { DataKeyDestroyed, type DataKeyOwner, type Vault } from '../crypto/vault.ts';
import { PictureError, type PictureStore, PictureStoreAway } from './pictureStore.ts';

/** The last part of the name of the object that marks a bucket as this database's. */
export const STORE_MARK = 'store.id';

/** The same of an object that shows whether the store takes pictures again. */
const PROBE = 'store.probe';

/** How long what waits for the store waits, in milliseconds, from a time that it has been failing for. */
const WAITS = [
  { failingMs: 36_000, ms: 60_000 },
  { failingMs: 6000, ms: 30_000 },
  { failingMs: 1000, ms: 5000 },
  { failingMs: 0, ms: 1000 },
];

/** How a row has its picture: the sealed bytes, or the name of the object that holds them. */
export interface StoredPicture {
  sealed: Uint8Array | null;
  object: string | null;
}

/** The columns of the picture that a selfie is compared with. */
export type StoredReference = StoredPicture & { media_type: string };

/** The store, and what precedes the names of this database's objects in it. */
export interface OpenStore {
  store: PictureStore;
  root: string;
  /** Whether the mark of this database was seen there; if not, it is looked for before anything is stored. */
  isMarked: boolean;
}

interface Needs {
  vault: Vault;
  clock: () => Date;
  /** `null`: pictures are in the database. */
  open: OpenStore | null;
  /** Whether new pictures go there. */
  takes(): Promise<boolean>;
  /** Called with the first failure of an operation, and again once it has worked in between. */
  onAway(operation: Operation, error: unknown): void;
  /** Reports each operation of the store. */
  observe(operation: Operation, result: 'done' | 'failed', seconds: number): void;
}

type Operation = 'put' | 'get' | 'delete' | 'list';

/**
 * The pictures of cases, sealed with the data key of their case: in their rows, or in a bucket that their rows refer to. An
 * object is stored before the transaction with its row, under a name that is used once. One that no row names is an orphan
 * (`sweepObjects`).
 */
export class Pictures {
  readonly #needs: Needs;
  #asked: Promise<boolean> | null = null;
  #isMarked: boolean;
  /** The operations that fail, and since when. */
  readonly #failing = new Map<Operation, Date>();
  /** The bytes of the last picture that the store did not take. */
  #refusedBytes = 0;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#isMarked = needs.open?.isMarked ?? false;
  }

  /** All pictures in the database. */
  static withoutBucket({ vault, clock }: Pick<Needs, 'vault' | 'clock'>): Pictures {
    const nothing = () => undefined;
    return new Pictures({
      vault,
      clock,
      open: null,
      takes: async () => false,
      onAway: nothing,
      observe: nothing,
    });
  }

  /** Whether pictures are stored in a bucket. */
  get hasStore(): boolean {
    return this.#needs.open !== null;
  }

  /**
   * Seals a picture and stores it, unless the database does. To be called before the transaction that inserts the row.
   * @throws {PictureStoreAway}
   */
  async keep(owner: DataKeyOwner, purpose: Purpose, bytes: Uint8Array): Promise<StoredPicture> {
    const sealed = this.#needs.vault.seal(owner, purpose, bytes);
    if (!this.hasStore || !(await this.#takes())) return { sealed, object: null };
    if (!this.#isMarked) await this.#requireMark();
    return { sealed: null, object: await this.putSealed(owner.id, sealed) };
  }

  /** The same for the picture that a selfie is compared with. @throws {PictureStoreAway} */
  async keepReference(
    owner: DataKeyOwner,
    { bytes, mediaType }: { bytes: Uint8Array; mediaType: string },
  ): Promise<StoredReference> {
    return { media_type: mediaType, ...(await this.keep(owner, purposes.referenceImage, bytes)) };
  }

  /**
   * The picture of a row.
   * @throws {PictureError} if its object is missing, or it is not what was stored.
   * @throws {PictureStoreAway}
   */
  async open(owner: DataKeyOwner, purpose: Purpose, { sealed, object }: StoredPicture): Promise<Buffer> {
    const box = sealed ?? (await this.getSealed(owner.id, object!));
    try {
      return this.#needs.vault.open(owner, purpose, box);
    } catch (error) {
      if (!owner.data_key || error instanceof DataKeyDestroyed) throw error;
      throw new PictureError('picture_altered', object ?? `A picture of ${owner.id}`, { cause: error });
    }
  }

  /** @returns the name of a new object. @throws {PictureStoreAway} */
  async putSealed(caseId: string, sealed: Uint8Array): Promise<string> {
    const object = newObject(this.#needs.clock());
    await this.#put(`${caseId}/${object}`, sealed);
    return object;
  }

  /** @throws {PictureError} `picture_missing`. @throws {PictureStoreAway} */
  async getSealed(caseId: string, object: string): Promise<Uint8Array> {
    return await this.#run('get', ({ store, root }) => store.get(`${root}/${caseId}/${object}`));
  }

  /** @throws {PictureStoreAway} */
  async delete(caseId: string, object: string): Promise<void> {
    await this.#run('delete', ({ store, root }) => store.delete(`${root}/${caseId}/${object}`));
  }

  /** The objects after one, in the order of their names. @throws {PictureStoreAway} */
  async list(after: PictureObject | null): Promise<PictureObject[]> {
    const names = await this.#run('list', ({ store, root }) =>
      store.list(`${root}/case_`, after ? `${root}/${after.case_id}/${after.object}` : ''),
    );
    return names.map((name) => {
      const [object = '', case_id = ''] = name.split('/').reverse();
      return { case_id, object };
    });
  }

  /** The names of a case's objects, of which it has less than a thousand. @throws {PictureStoreAway} */
  async listCase(id: string): Promise<string[]> {
    const names = await this.#run('list', ({ store, root }) => store.list(`${root}/${id}/`, ''));
    return names.map((name) => name.slice(name.lastIndexOf('/') + 1));
  }

  /** Whether pictures can be read and stored. @throws {PictureError} the mark is missing. @throws {PictureStoreAway} */
  async check(): Promise<void> {
    if (!this.hasStore) return;
    try {
      await this.#readMark();
    } catch (error) {
      // A bucket that was left has no mark.
      if (!(error instanceof PictureError) || (await this.#takes())) throw error;
    }
    // A full store still reads. After a put that failed, only one as large tells that it has passed.
    if (!this.#failing.has('put') || !(await this.#takes())) return;
    await this.#put(PROBE, Buffer.alloc(this.#refusedBytes));
    await this.#run('delete', ({ store, root }) => store.delete(`${root}/${PROBE}`));
  }

  /** How long a job waits that needs the store, in milliseconds: longer the longer it fails. 0: it does not fail. */
  get waitMs(): number {
    const since = [this.#failing.get('put'), this.#failing.get('get')].flatMap((at) => at?.getTime() ?? []);
    if (since.length === 0) return 0;
    const failed = this.#needs.clock().getTime() - Math.min(...since);
    return WAITS.find(({ failingMs }) => failed >= failingMs)?.ms ?? 1000;
  }

  /** Marks the bucket as this database's. @throws {PictureStoreAway} */
  async mark(): Promise<void> {
    await this.#run('put', ({ store, root }) =>
      store.put(`${root}/${STORE_MARK}`, Buffer.from(root.slice(root.lastIndexOf('/') + 1))),
    );
    this.#isMarked = true;
  }

  /** Deletes the mark: nothing else of this database is in the bucket. @throws {PictureStoreAway} */
  async unmark(): Promise<void> {
    this.#isMarked = false;
    for (const name of [PROBE, STORE_MARK])
      await this.#run('delete', ({ store, root }) => store.delete(`${root}/${name}`));
  }

  close(): void {
    this.#needs.open?.store.close();
  }

  #readMark(): Promise<Uint8Array> {
    return this.#run('get', ({ store, root }) => store.get(`${root}/${STORE_MARK}`));
  }

  async #put(name: string, bytes: Uint8Array): Promise<void> {
    try {
      await this.#run('put', ({ store, root }) => store.put(`${root}/${name}`, bytes));
    } catch (error) {
      this.#refusedBytes = bytes.length;
      throw error;
    }
  }

  /** In another bucket than the other nodes have, nobody would find the picture. */
  async #requireMark(): Promise<void> {
    try {
      await this.#readMark();
      this.#isMarked = true;
    } catch (error) {
      if (error instanceof PictureError) throw new PictureStoreAway('NoMark', { cause: error });
      throw error;
    }
  }

  /** The pictures of a capture are kept at once: one question for all of them. */
  #takes(): Promise<boolean> {
    this.#asked ??= this.#needs.takes().finally(() => {
      this.#asked = null;
    });
    return this.#asked;
  }

  async #run<T>(operation: Operation, work: (open: OpenStore) => Promise<T>): Promise<T> {
    const { open, observe, onAway } = this.#needs;
    if (!open) throw new PictureStoreAway('PICTURES is not set');
    const start = performance.now();
    let result: 'done' | 'failed' = 'failed';
    try {
      const answer = await work(open);
      result = 'done';
      return answer;
    } catch (error) {
      if (error instanceof PictureError) result = 'done';
      else if (!this.#failing.has(operation)) onAway(operation, error);
      throw error;
    } finally {
      if (result === 'done') this.#failing.delete(operation);
      else if (!this.#failing.has(operation)) this.#failing.set(operation, this.#needs.clock());
      observe(operation, result, (performance.now() - start) / 1000);
    }
  }
}

/** An object in the bucket. */
export interface PictureObject {
  case_id: string;
  object: string;
}

const TIME_DIGITS = 12;

/** The time and 80 random bits: its age is that of our clocks, whatever the time of the store is. */
function newObject(now: Date): string {
  return now.getTime().toString(16).padStart(TIME_DIGITS, '0') + randomBytes(10).toString('hex');
}

/** When an object was named. */
export function timeOfObject(object: string): number {
  return Number.parseInt(object.slice(0, TIME_DIGITS), 16);
}
