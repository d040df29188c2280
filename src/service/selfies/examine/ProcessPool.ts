import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpuMs } from './cpuMs.ts';
import { PoolError } from './PoolError.ts';
import { residentBytes } from './residentBytes.ts';

interface Options {
  /** Starts a process that says `ready` and then answers every message with one message. */
  start: () => ChildProcess;
  /** How many processes at most; each starts when there is work for it, and again after it was lost. */
  size: number;
  /** How many tasks may wait for a process. */
  maxWaiting: number;
  /** What one process may hold in memory; looked at while it works, where the system tells. */
  maxBytes: number;
  /** Told of each process that was ended before its time. */
  onLoss?: (error: PoolError) => void;
}

interface Job<Task, Answer> {
  task: Task;
  timeMs: number;
  resolve(answer: Answer): void;
  reject(error: PoolError): void;
}

interface Member<Task, Answer> {
  child: ChildProcess;
  isReady: boolean;
  job: Job<Task, Answer> | null;
  /** Ends the watch over its time and its memory. */
  unwatch: () => void;
}

/** How long a process may take to start. */
const START_MS = 30_000;
const LOOK_MS = 50;
/** How many times as long a process may take to which the machine gives no time. */
const PATIENCE = 3;

/**
 * Processes that do one task at a time each. A task that takes its process down takes nothing else with it: not the
 * memory of the service, and not its own turn of anybody else.
 */
export class ProcessPool<Task extends object | string, Answer> {
  readonly #options: Options;
  readonly #members = new Set<Member<Task, Answer>>();
  readonly #waiting: Job<Task, Answer>[] = [];
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * @param timeMs how long it may take once a process has it; then the process is ended. One that got less than half of
   *   that from a busy machine is given three times as long.
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

  /** Ends all processes; what was not answered yet is rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.reject(new PoolError('closed'));
    await Promise.all([...this.#members].map((member) => this.#end(member, new PoolError('closed'))));
  }

  #next(): void {
    const member = this.#waiting.length > 0 ? this.#freeMember() : null;
    if (!member) return;
    member.job = this.#waiting.shift()!;
    if (member.isReady) this.#give(member, member.job);
  }

  #freeMember(): Member<Task, Answer> | null {
    for (const member of this.#members) if (!member.job) return member;
    return this.#members.size < this.#options.size ? this.#open() : null;
  }

  #open(): Member<Task, Answer> {
    const child = this.#options.start();
    const member: Member<Task, Answer> = { child, isReady: false, job: null, unwatch: () => undefined };
    this.#members.add(member);
    const lost = (cause?: unknown) =>
      this.#drop(member, new PoolError(member.isReady ? 'lost' : 'failed', { cause }));
    const ended = (signal: string | null) =>
      signal === 'SIGKILL' ? this.#drop(member, new PoolError('killed')) : lost();
    child.on('message', (message) => {
      if (member.isReady) this.#answer(member, message as Answer);
      else this.#ready(member);
    });
    child.on('error', lost);
    child.on('exit', (_code, signal) => ended(signal));
    this.#watch(member, START_MS, 'failed');
    return member;
  }

  #ready(member: Member<Task, Answer>): void {
    member.unwatch();
    member.isReady = true;
    if (member.job) this.#give(member, member.job);
  }

  #give(member: Member<Task, Answer>, { task, timeMs }: Job<Task, Answer>): void {
    this.#watch(member, timeMs, 'late');
    member.child.send(task, (cause) => {
      if (cause) this.#drop(member, new PoolError('lost', { cause }));
    });
  }

  #answer(member: Member<Task, Answer>, answer: Answer): void {
    const { job } = member;
    member.unwatch();
    member.job = null;
    job?.resolve(answer);
    this.#next();
  }

  /** Ends a process that takes longer, or more memory, than it may. */
  #watch(member: Member<Task, Answer>, timeMs: number, code: 'late' | 'failed'): void {
    const pid = member.child.pid ?? 0;
    const began = performance.now();
    const before = cpuMs(pid);
    let isOver = false;
    const look = setInterval(async () => {
      const [bytes, start, now] = [await residentBytes(pid), await before, await cpuMs(pid)];
      if (isOver) return;
      if (bytes !== null && bytes > this.#options.maxBytes) this.#drop(member, new PoolError('too_large'));
      const passed = performance.now() - began;
      if (passed < timeMs) return;
      const isStarved = start !== null && now !== null && now - start < timeMs / 2;
      if (!isStarved) this.#drop(member, new PoolError(code));
      else if (passed >= PATIENCE * timeMs) this.#drop(member, new PoolError('starved'));
    }, LOOK_MS);
    member.unwatch = () => {
      isOver = true;
      clearInterval(look);
    };
  }

  #drop(member: Member<Task, Answer>, error: PoolError): void {
    if (!this.#members.has(member)) return;
    void this.#end(member, error);
    this.#options.onLoss?.(error);
    if (!this.#closed) this.#next();
  }

  /** Ends a process for good; the next task gets a new one. */
  async #end(member: Member<Task, Answer>, error: PoolError): Promise<void> {
    const { child, job } = member;
    this.#members.delete(member);
    member.unwatch();
    job?.reject(error);
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}
