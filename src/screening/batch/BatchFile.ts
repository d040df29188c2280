import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises';

/** How far a batch has come. */
export interface BatchProgress {
  /** Rows of the input that are answered, and how many of those were bad. */
  rows: number;
  bad: number;
}

/** Identifies input, lists and options of a batch: only a run of the same plan is resumed. */
export interface BatchPlan {
  input: string;
  dataset: string;
  options: unknown;
}

/**
 * The output of a batch. It grows in a file beside its place, with a note of how far it is whole, and comes to its place
 * when it is done: a batch that was killed goes on from the note.
 */
export class BatchFile {
  readonly #path: string;
  readonly #plan: string;
  #file: FileHandle | null = null;
  #bytes = 0;
  progress: BatchProgress = { rows: 0, bad: 0 };

  private constructor(path: string, plan: string) {
    this.#path = path;
    this.#plan = plan;
  }

  /** Opens the output where an earlier run of the same plan was ended, or anew. */
  static async open(path: string, plan: BatchPlan): Promise<BatchFile> {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(plan.input)) hash.update(chunk as Buffer);
    hash.update(JSON.stringify([plan.dataset, plan.options]));
    const batch = new BatchFile(path, hash.digest('hex'));
    await batch.#open();
    return batch;
  }

  get #part(): string {
    return `${this.#path}.part`;
  }

  get #note(): string {
    return `${this.#path}.part.json`;
  }

  async #open(): Promise<void> {
    const note = await readFile(this.#note, 'utf8').then(JSON.parse, () => null);
    const kept = note?.plan === this.#plan ? await open(this.#part, 'r+').catch(() => null) : null;
    if (kept && (await kept.stat()).size >= note.bytes) {
      await kept.truncate(note.bytes);
      this.#file = kept;
      this.#bytes = note.bytes;
      this.progress = { rows: note.rows, bad: note.bad };
      return;
    }
    await kept?.close();
    await rm(this.#note, { force: true });
    this.#file = await open(this.#part, 'w');
  }

  /** Writes the answers to some rows. */
  async append(text: string, { rows, bad }: BatchProgress): Promise<void> {
    const bytes = Buffer.from(text);
    await this.#file!.write(bytes, 0, bytes.length, this.#bytes);
    this.#bytes += bytes.length;
    this.progress = { rows: this.progress.rows + rows, bad: this.progress.bad + bad };
    const next = `${this.#note}.next`;
    await writeFile(next, JSON.stringify({ plan: this.#plan, bytes: this.#bytes, ...this.progress }));
    await rename(next, this.#note);
  }

  /** Brings the output to its place. */
  async finish(): Promise<void> {
    await this.close();
    await rename(this.#part, this.#path);
    await rm(this.#note, { force: true });
  }

  /** Takes away what is written, where there is nothing to go on with. */
  async discard(): Promise<void> {
    await this.close();
    await Promise.all([this.#part, this.#note].map((path) => rm(path, { force: true })));
  }

  /** Lets go of the file; what is written stays for the next run. */
  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }
}
