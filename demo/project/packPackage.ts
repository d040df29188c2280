import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PACKAGE = dirname(fileURLToPath(import.meta.resolve('idv-verify/package.json')));

let packed: Promise<{ name: string; content: Buffer }> | null = null;

/** The package that this demo runs, packed as npm would publish it: once, since that takes seconds. */
export function packPackage(): Promise<{ name: string; content: Buffer }> {
  packed ??= pack();
  // Another try may find what lacked.
  packed.catch(() => {
    packed = null;
  });
  return packed;
}

async function pack(): Promise<{ name: string; content: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'idv-pack-'));
  try {
    await promisify(execFile)('npm', ['pack', PACKAGE, '--silent', '--ignore-scripts'], {
      cwd: folder,
      shell: process.platform === 'win32',
    });
    const [name] = await readdir(folder);
    return { name: name!, content: await readFile(join(folder, name!)) };
  } finally {
    await rm(folder, { recursive: true });
  }
}
