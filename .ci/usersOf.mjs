import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The running programs that serve what is built: each noted its process id. A note of a process that is gone is removed.
 * @param {string} folder with a file for each process, named after its id, with the program's name as content
 * @returns {{ pid: number, name: string }[]}
 */
export function usersOf(folder) {
  return read(folder).filter(({ pid }) => {
    if (isRunning(pid)) return true;
    rmSync(join(folder, `${pid}`), { force: true });
    return false;
  });
}

function read(folder) {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map((name) => ({ pid: Number(name), name: readFileSync(join(folder, name), 'utf8') }));
  } catch {
    // Nothing was noted yet, or another process has just removed a note.
    return [];
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, but as another user.
    return error.code === 'EPERM';
  }
}
