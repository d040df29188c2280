import { readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second, whatever the machine (`USER_HZ`). */
const TICK_MS = 10;

/** The time that processors gave a process, all its threads together. `null` where that isn't told: not on Linux, or it has ended. */
export async function cpuMs(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program, which may hold anything, ends with the last bracket; the times are 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? ticks * TICK_MS : null;
}
