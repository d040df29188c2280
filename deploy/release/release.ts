import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkImage } from './checkImage.ts';
import { checkService } from './checkService.ts';
import { judgeAudit, requireLicences } from './lookAtPackages.ts';
import { packImage, sha256 } from './packImage.ts';
import { packService } from './packService.ts';
import { run } from './run.ts';

// `npm run release` builds all that is published, checks it by starting it, and writes it to `release/`:
// the package of the page and the helper, the package of the service, the image, the bill of materials, the sums.

const root = join(import.meta.dirname, '../..');
const to = join(root, 'release');
const work = await mkdtemp(join(tmpdir(), 'idv-release-'));
try {
  await rm(to, { recursive: true, force: true });
  await mkdir(to);
  say('Packing idv-verify …');
  await run('npm', ['pack', '--pack-destination', to], { cwd: root });
  say('Packing idv-verify-service …');
  const { tarball, bom } = await packService(root, work, to);
  await writeFile(join(to, 'sbom.json'), JSON.stringify(bom, null, 2));
  say('Looking at licences and reported faults …');
  requireLicences(bom);
  say(judgeAudit(await audit(), bom));
  say('Starting the service from its package …');
  say((await checkService(tarball, join(work, 'installed-service'))).said);
  say('Assembling the image …');
  const rootfs = join(work, 'rootfs');
  await run(join(root, 'deploy/image/assemble.sh'), [process.execPath, tarball, rootfs]);
  const version = /idv-verify-service-(.+)\.tgz$/.exec(tarball)![1]!;
  await packImage(rootfs, work, { file: join(to, 'image.tar'), tag: version });
  say('Starting the image …');
  say(await checkImage(rootfs, work));
  const sums: string[] = [];
  for (const file of (await readdir(to)).sort()) sums.push(`${await sha256(join(to, file))}  ${file}\n`);
  await writeFile(join(to, 'SHA256SUMS'), sums.join(''));
  say(`Written to ${to}:\n${sums.join('')}`);
} finally {
  await rm(work, { recursive: true, force: true });
}

/** The answer of npm audit, whose exit code is 1 for faults and for a registry that does not answer. */
async function audit(): Promise<string> {
  const args = ['-c', 'npm audit --json --fetch-retries=0 --fetch-timeout=30000 2>/dev/null || true'];
  return await run('sh', args, { cwd: root });
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
