import { readFile } from 'node:fs/promises';

/** The memory that a process holds, its pixels included, by `/proc`. `null` where there is none: not on Linux, or it has ended. */
export async function residentBytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}
