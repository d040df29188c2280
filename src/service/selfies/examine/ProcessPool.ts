import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Turns } from './Turns.ts';

/** Resource limits and ownership of a task. */
export interface TaskOptions {
  /**
   * Time limit in milliseconds from the start of the task, after which its process is terminated. If the process got
   * less than half of this time as CPU time, because the machine is busy, the limit is three times as long.
   */
  timeMs: number;
  /** Maximum CPU time in milliseconds, on systems that report it. */
  cpuMs?: number;
  /**
   * Tasks of one group go to one process, which caches their shared data. If this process is busy with other work for
   * `GROUP_MS`, another one takes the task.
   */
  group?: string | undefined;
  /** The owner of the task. Owners take turns, and each has at most one process at a time. */
  owner?: string | undefined;
  /** Whether the task is expected to run long. One process stays free of such tasks. */
  isHeavy?: boolean;
}

interface Options {
  /** Starts a process that sends `ready`, and then replies to each message with one message. */
  start: () => ChildProcess;
  /** Maximum number of processes. Each is started for work or ahead of it, and replaced after it has ended. */
  size: number;
  /** Maximum number of waiting tasks. */
  maxWaiting: number;
  /** Memory limit of one process, in bytes. Checked during a task, on systems that report it. */
  maxBytes: number;
  /** How long a task waits for the process of its group before an idle process takes it; default 250 ms. */
  groupMs?: number | undefined;
  /** Called for each process that was terminated early. */
  onLoss?: (error: PoolError) => void;
}

interface Job<Task, Reply> extends TaskOptions {
  task: Task;
  /** Time of arrival, by `performance.now()`. */
  since: number;
  resolve(reply: Reply): void;
  reject(error: PoolError): void;
}

interface Member<Task, Reply> {
  child: ChildProcess;
  isReady: boolean;
  job: Job<Task, Reply> | null;
  /** Stops watching its time and memory. */
  unwatch: () => void;
}

/** Time limit for the start of a process. */
const START_MS = 30_000;
const CHECK_MS = 50;
const GROUP_MS = 250;
/** Maximum number of groups whose process is remembered; the oldest ones are dropped. */
const MAX_GROUPS = 64;
/** Factor for the time limit of a process to which the machine gives too little CPU time. */
const PATIENCE = 3;

/**
 * A pool of processes, each of which runs one task at a time. A task that crashes its process affects neither the
 * service nor other tasks.
 */
export class ProcessPool<Task extends object | string, Reply> {
  readonly #options: Options;
  readonly #members = new Set<Member<Task, Reply>>();
  readonly #waiting: Job<Task, Reply>[] = [];
  /** The process that did the first task of a group. */
  readonly #groups = new Map<string, Member<Task, Reply>>();
  readonly #turns = new Turns();
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Queues a task. It runs when a process is free and its owner is next.
   * @throws {PoolError} `busy` if the queue is full of tasks whose owners have not used more time than this one, or
   * another code of `PoolError`.
   */
  run(task: Task, options: TaskOptions): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#closed) reject(new PoolError('closed'));
      else if (!this.#makeRoom(options.owner)) reject(new PoolError('busy'));
      else {
        this.#waiting.push({ ...options, task, since: performance.now(), resolve, reject });
        if (options.group !== undefined) setTimeout(() => this.#next(), this.#groupMs).unref();
        this.#next();
      }
    });
  }

  /** Starts the first process ahead of the first task, which then need not wait for it. One that can't be started is reported. */
  prepare(): void {
    if (this.#closed || this.#members.size > 0) return;
    try {
      this.#open();
    } catch (cause) {
      this.#options.onLoss?.(new PoolError('failed', { cause }));
    }
  }

  get #groupMs(): number {
    return this.#options.groupMs ?? GROUP_MS;
  }

  /** Ends all processes and rejects the pending tasks. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.reject(new PoolError('closed'));
    await Promise.all([...this.#members].map((member) => this.#end(member, new PoolError('closed'))));
  }

  /**
   * If the queue is full, rejects the last task of the owner with the most use, unless the caller has used as much or
   * more.
   */
  #makeRoom(owner: string | undefined): boolean {
    if (this.#waiting.length < this.#options.maxWaiting) return true;
    const last = this.#turns.order(this.#waiting).at(-1)!;
    if (this.#turns.spent(last.owner) <= this.#turns.spent(owner)) return false;
    this.#waiting.splice(this.#waiting.indexOf(last), 1);
    last.reject(new PoolError('busy'));
    return true;
  }

  /**
   * Starts every task that can run now. A task that must wait for its process or its owner does not block the next one.
   */
  #next(): void {
    for (const job of this.#turns.order(this.#waiting)) {
      const member = this.#mayRun(job) ? this.#memberFor(job) : null;
      if (!member) continue;
      this.#waiting.splice(this.#waiting.indexOf(job), 1);
      member.job = job;
      if (job.group !== undefined) this.#remember(job.group, member);
      if (member.isReady) this.#give(member, job);
    }
  }

  /** Limits: one process per owner, and all processes but one for heavy tasks. */
  #mayRun({ owner, isHeavy }: Job<Task, Reply>): boolean {
    const running = [...this.#members].flatMap(({ job }) => job ?? []);
    if (owner !== undefined && running.some((job) => job.owner === owner)) return false;
    const heavy = running.filter((job) => job.isHeavy).length;
    return !isHeavy || heavy < Math.max(1, this.#options.size - 1);
  }

  #memberFor({ group, since }: Job<Task, Reply>): Member<Task, Reply> | null {
    const groupMember = group === undefined ? undefined : this.#groups.get(group);
    if (!groupMember?.job) return groupMember ?? this.#freeMember();
    return performance.now() - since < this.#groupMs ? null : this.#freeMember();
  }

  #remember(group: string, member: Member<Task, Reply>): void {
    if (this.#groups.has(group)) return;
    this.#groups.set(group, member);
    if (this.#groups.size <= MAX_GROUPS) return;
    const [oldest] = this.#groups.keys();
    this.#groups.delete(oldest!);
  }

  #freeMember(): Member<Task, Reply> | null {
    for (const member of this.#members) if (!member.job) return member;
    return this.#members.size < this.#options.size ? this.#open() : null;
  }

  #open(): Member<Task, Reply> {
    const child = this.#options.start();
    const member: Member<Task, Reply> = { child, isReady: false, job: null, unwatch: () => undefined };
    this.#members.add(member);
    const onLost = (cause?: unknown) =>
      this.#drop(member, new PoolError(member.isReady ? 'lost' : 'failed', { cause }));
    const onEnded = (signal: string | null) =>
      signal === 'SIGKILL' ? this.#drop(member, new PoolError('killed')) : onLost();
    child.on('message', (message) => {
      if (member.isReady) this.#settle(member, message as Reply);
      else this.#ready(member);
    });
    child.on('error', onLost);
    child.on('exit', (_code, signal) => onEnded(signal));
    this.#watch(member, { timeMs: START_MS }, 'failed');
    return member;
  }

  #ready(member: Member<Task, Reply>): void {
    member.unwatch();
    member.isReady = true;
    if (member.job) this.#give(member, member.job);
  }

  #give(member: Member<Task, Reply>, { task, ...options }: Job<Task, Reply>): void {
    this.#watch(member, options, 'late');
    const began = performance.now();
    const unwatch = member.unwatch;
    member.unwatch = () => {
      unwatch();
      this.#turns.spend(options.owner, performance.now() - began);
    };
    member.child.send(task, (cause) => {
      if (cause) this.#drop(member, new PoolError('lost', { cause }));
    });
  }

  #settle(member: Member<Task, Reply>, reply: Reply): void {
    const { job } = member;
    member.unwatch();
    member.job = null;
    job?.resolve(reply);
    this.#next();
  }

  /** Terminates a process that exceeds its time, CPU time or memory. */
  #watch(
    member: Member<Task, Reply>,
    { timeMs, cpuMs: maxCpuMs = Number.POSITIVE_INFINITY }: Pick<TaskOptions, 'timeMs' | 'cpuMs'>,
    code: 'late' | 'failed',
  ): void {
    const pid = member.child.pid ?? 0;
    const began = performance.now();
    const before = cpuMs(pid);
    let isOver = false;
    const check = async () => {
      const [bytes, start, now] = [await residentBytes(pid), await before, await cpuMs(pid)];
      if (isOver) return;
      if (bytes !== null && bytes > this.#options.maxBytes) this.#drop(member, new PoolError('too_large'));
      const used = start !== null && now !== null ? now - start : null;
      if (used !== null && used >= maxCpuMs) return this.#drop(member, new PoolError(code));
      const passed = performance.now() - began;
      if (passed < timeMs) return;
      const isStarved = used !== null && used < timeMs / 2;
      if (!isStarved) this.#drop(member, new PoolError(code));
      else if (passed >= PATIENCE * timeMs) this.#drop(member, new PoolError('starved'));
    };
    const fail = (cause: unknown) => this.#drop(member, new PoolError('failed', { cause }));
    const timer = setInterval(() => void check().catch(fail), CHECK_MS);
    member.unwatch = () => {
      isOver = true;
      clearInterval(timer);
    };
  }

  #drop(member: Member<Task, Reply>, error: PoolError): void {
    if (!this.#members.has(member)) return;
    void this.#end(member, error);
    this.#options.onLoss?.(error);
    if (!this.#closed) this.#next();
  }

  /** Terminates a process; a new one is started for the next task. */
  async #end(member: Member<Task, Reply>, error: PoolError): Promise<void> {
    const { child, job } = member;
    this.#members.delete(member);
    for (const [group, owner] of this.#groups) if (owner === member) this.#groups.delete(group);
    member.unwatch();
    job?.reject(error);
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
}

/**
 * Why a task has no reply:
 * - `busy`: the queue was full;
 * - `late`: it exceeded its time or CPU time, and its process was terminated;
 * - `starved`: the machine gave it too little CPU time, and its process was terminated;
 * - `too_large`: it exceeded its memory, and its process was terminated;
 * - `killed`: the system terminated the process, for instance because it was out of memory;
 * - `lost`: the process crashed or exited;
 * - `failed`: the process could not be started, or reported an error and continues;
 * - `closed`: the pool was closed.
 */
export class PoolError extends Error {
  override name = 'PoolError';
  readonly code: 'busy' | 'late' | 'starved' | 'too_large' | 'killed' | 'lost' | 'failed' | 'closed';

  constructor(code: PoolError['code'], options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** Linux reports CPU time in hundredths of a second on every machine (`USER_HZ`). */
const TICK_MS = 10;

/**
 * CPU time of a process, all threads together, in milliseconds. `null` if unknown: not on Linux, or the process has
 * ended.
 */
async function cpuMs(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The program name may contain any character and ends at the last bracket; the times are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? ticks * TICK_MS : null;
}

/**
 * Resident memory of a process from `/proc`, decoded pixels included, in bytes. `null` if unknown: not on Linux, or the
 * process has ended.
 */
async function residentBytes(pid: number): Promise<number | null> {
  // The process has ended, or the system has no /proc.
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}
