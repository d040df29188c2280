import type { Worker } from 'node:worker_threads';
import { PoolError } from './PoolError.ts';

interface Options {
  /** Starts a thread that answers every message with one message. */
  start: () => Worker;
  /** How many threads at most; each starts when there is work for it, and again after it was lost. */
  size: number;
  /** How many tasks may wait for a thread. */
  maxWaiting: number;
}

interface Job<Task, Answer> {
  task: Task;
  timeMs: number;
  timer?: NodeJS.Timeout;
  resolve(answer: Answer): void;
  reject(error: PoolError): void;
}

/** Threads that do one task at a time each. A task that takes its thread down takes nothing else with it. */
export class WorkerPool<Task, Answer> {
  readonly #options: Options;
  readonly #jobs = new Map<Worker, Job<Task, Answer> | null>();
  readonly #waiting: Job<Task, Answer>[] = [];
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * @param timeMs how long it may take once a thread has it; then the thread is ended.
   * @throws {PoolError}
   */
  run(task: Task, timeMs: number): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#closed) reject(new PoolError('closed'));
      else if (this.#waiting.length >= this.#options.maxWaiting) reject(new PoolError('busy'));
      else {
        this.#waiting.push({ task, timeMs, resolve, reject });
        this.#next();
      }
    });
  }

  /** Ends all threads; what was not answered yet is rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.reject(new PoolError('closed'));
    const workers = [...this.#jobs.keys()];
    for (const worker of workers) this.#finish(worker)?.reject(new PoolError('closed'));
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  #next(): void {
    const worker = this.#waiting.length > 0 ? this.#freeWorker() : null;
    if (!worker) return;
    const job = this.#waiting.shift()!;
    this.#jobs.set(worker, job);
    job.timer = setTimeout(() => this.#drop(worker, new PoolError('late')), job.timeMs);
    worker.postMessage(job.task);
  }

  #freeWorker(): Worker | null {
    for (const [worker, job] of this.#jobs) if (!job) return worker;
    return this.#jobs.size < this.#options.size ? this.#open() : null;
  }

  #open(): Worker {
    const worker = this.#options.start();
    worker.on('message', (answer: Answer) => {
      this.#finish(worker)?.resolve(answer);
      this.#next();
    });
    worker.on('error', (cause) => this.#drop(worker, new PoolError('lost', { cause })));
    worker.on('exit', () => this.#drop(worker, new PoolError('lost')));
    this.#jobs.set(worker, null);
    return worker;
  }

  /** Takes the job from a thread, which is free then. */
  #finish(worker: Worker): Job<Task, Answer> | null {
    const job = this.#jobs.get(worker);
    if (!job) return null;
    clearTimeout(job.timer);
    this.#jobs.set(worker, null);
    return job;
  }

  /** Ends a thread for good; the next task gets a new one. */
  #drop(worker: Worker, error: PoolError): void {
    if (!this.#jobs.has(worker)) return;
    const job = this.#finish(worker);
    this.#jobs.delete(worker);
    void worker.terminate();
    job?.reject(error);
    if (!this.#closed) this.#next();
  }
}
