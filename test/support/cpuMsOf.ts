import { readFileSync } from 'node:fs';

/** Linux reports times of processes in hundredths of a second. */
const TICK_MS = 10;

/** Milliseconds of processor time that a process has taken, without its children. Linux only. */
export function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return TICK_MS * (Number(fields[11]) + Number(fields[12]));
}
