import { readFileSync } from 'node:fs';

/** Linux reports times of processes in hundredths of a second. */
const TICK_MS = 10;

/** Milliseconds of processor time that a process has taken, without its children. Linux only. */
export function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return TICK_MS * (Number(fields[11]) + Number(fields[12]));
}

/** The same with its children, those that have ended included. */
export function cpuMsOfAll(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const own = [11, 12, 13, 14].reduce((sum, field) => sum + TICK_MS * Number(fields[field]), 0);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return children.reduce((sum, child) => sum + (child ? cpuMsOfChild(Number(child)) : 0), own);
}

/** One that has ended meanwhile counts as 0: its parent will tell. */
function cpuMsOfChild(pid: number): number {
  try {
    return cpuMsOfAll(pid);
  } catch {
    return 0;
  }
}
