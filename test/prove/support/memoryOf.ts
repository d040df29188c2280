import { readFileSync } from 'node:fs';

/** Megabytes that a process and those that it started hold together, as far as Linux tells; `null` elsewhere. */
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

/** Megabytes that a process holds (resident, as Linux counts it); with `peak` the most it ever did. `null` elsewhere. */
export function memoryOf(pid: number, what: 'now' | 'peak' = 'now'): number | null {
  if (process.platform !== 'linux') return null;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] =
    new RegExp(`^${what === 'peak' ? 'VmHWM' : 'VmRSS'}:\\s+(\\d+)`, 'm').exec(status) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
