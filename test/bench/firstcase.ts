import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkService } from '../../deploy/release/checkService.ts';
import { packService } from '../../deploy/release/packService.ts';

// From an empty folder, Node on the PATH and the package file at hand to the first approved case: seconds in all, its
// install included. The case is one of test mode, whose family name forces the outcome; all else is as a customer would
// do it. The package is the one that `npm run release` wrote; without one it is packed first, which does not count.

const root = join(import.meta.dirname, '../..');

export default async function firstCase(): Promise<Record<string, number>> {
  const work = mkdtempSync(join(tmpdir(), 'idv-first-case-'));
  try {
    const tarball = released() ?? (await packService(root, work, work)).tarball;
    const { seconds } = await checkService(tarball, join(work, 'machine'));
    return { firstCaseSeconds: Math.round(seconds * 10) / 10 };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function released(): string | null {
  const folder = join(root, 'release');
  try {
    const name = readdirSync(folder).find((each) => /^idv-verify-service-.+\.tgz$/.test(each));
    return name ? join(folder, name) : null;
  } catch {
    return null;
  }
}
