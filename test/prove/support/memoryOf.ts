import { readFileSync } from 'node:fs';

/** Megabytes that a process holds (resident, as Linux counts it); with `peak` the most it ever did. `null` elsewhere. */
export function memoryOf(pid: number, what: 'now' | 'peak' = 'now'): number | null {
  if (process.platform !== 'linux') return null;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] =
    new RegExp(`^${what === 'peak' ? 'VmHWM' : 'VmRSS'}:\\s+(\\d+)`, 'm').exec(status) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
