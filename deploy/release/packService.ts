import { chmod, copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleService, EXTERNAL } from './bundleService.ts';
import { licenceTexts } from './licences.ts';
import { run } from './run.ts';
import { type Bom, billOfMaterials } from './sbom.ts';

/**
 * Makes the package of the service: bundled code, the face engine, the notice and the licences of all bundled packages.
 * @param work an empty folder for temporary files.
 * @param to the folder for the tarball.
 * @returns the path of the tarball, and the bill of materials.
 */
export async function packService(
  root: string,
  work: string,
  to: string,
): Promise<{ tarball: string; bom: Bom }> {
  const folder = join(work, 'idv-verify-service');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await bundleService(root, folder);
  await copyFile(join(root, 'dist/database.gz'), join(folder, 'dist/database.gz'));
  await chmod(join(folder, 'lib/service/command.js'), 0o755);
  await writeFile(join(folder, 'package.json'), JSON.stringify(await manifest(root), null, 2));
  for (const file of ['LICENSE', 'NOTICE', 'CHANGELOG.md'])
    await copyFile(join(root, file), join(folder, file));
  await copyFile(join(root, 'docs/operate.md'), join(folder, 'README.md'));
  await cp(join(root, 'deploy/drill'), join(folder, 'deploy/drill'), { recursive: true });
  const bom = await billOfMaterials(root, join(work, 'installed'), [folder, join(root, 'dist')]);
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES.txt'), await licenceTexts(root, bom));
  const packed = await run('npm', ['pack', '--json', '--pack-destination', to], { cwd: folder });
  return { tarball: join(to, (JSON.parse(packed) as { filename: string }[])[0]!.filename), bom };
}

/** Remaining dependencies are pinned to the tested versions. */
async function manifest(root: string) {
  const read = async (file: string) => JSON.parse(await readFile(join(root, file), 'utf8'));
  const whole = await read('package.json');
  const service = await read('src/service/package.json');
  return {
    name: 'idv-verify-service',
    version: whole.version,
    description:
      'The service of idv-verify: cases, selfie checks, screening and signed webhooks, self-hosted.',
    license: whole.license,
    type: 'module',
    engines: whole.engines,
    bin: { 'idv-verify-service': 'lib/service/command.js' },
    files: ['lib', 'dist', 'texts', 'deploy', 'NOTICE', 'CHANGELOG.md', 'THIRD-PARTY-LICENSES.txt'],
    dependencies: Object.fromEntries(EXTERNAL.map((name) => [name, service.dependencies[name]])),
  };
}
