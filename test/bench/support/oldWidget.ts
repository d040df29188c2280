import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
/** The last version with all the details in one form. */
const COMMIT = 'bec748d07699b92ed419459fcd8278c2497cbdc6';

/**
 * Builds the drop-in of the last version with the long form, from the history.
 * @returns the folder of its files. `remove` it.
 * @throws Error where the history doesn't reach that far.
 */
export async function oldWidget(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'idv-long-form-'));
  const remove = () => rm(home, { recursive: true, force: true });
  const run = (program: string, args: string[], cwd: string, input?: Buffer) =>
    execFileSync(program, args, { cwd, input, maxBuffer: 2 ** 30, stdio: ['pipe', 'pipe', 'ignore'] });
  try {
    run('tar', ['-x', '-C', home], ROOT, run('git', ['archive', COMMIT], ROOT));
    await symlink(join(ROOT, 'node_modules'), join(home, 'node_modules'));
    run(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--mode', 'cdn'], home);
    return { folder: join(home, 'dist/cdn'), remove };
  } catch (cause) {
    await remove();
    throw new Error(`The version with the long form (${COMMIT}) could not be built`, { cause });
  }
}
