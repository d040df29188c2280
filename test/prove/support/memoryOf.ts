import { readFileSync } from 'node:fs';

/** Megabytes of memory of a process and its descendants, on Linux; `null` elsewhere. */
export function memoryOfAll(pid: number): number | null {
  const own = memoryOf(pid);
  if (own === null) return null;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return children.reduce((sum, child) => sum + (child ? memoryOfChild(Number(child)) : 0), own);
}

/** A process that has ended meanwhile counts as 0. */
function memoryOfChild(pid: number): number {
  try {
    return memoryOfAll(pid) ?? 0;
  } catch {
    return 0;
  }
}

/** Resident megabytes of a process on Linux, or with `peak` their maximum so far; `null` elsewhere. */
export function memoryOf(pid: number, what: 'now' | 'peak' = 'now'): number | null {
  if (process.platform !== 'linux') return null;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] =
    new RegExp(`^${what === 'peak' ? 'VmHWM' : 'VmRSS'}:\\s+(\\d+)`, 'm').exec(status) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
