import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './run.ts';

interface Component {
  type: string;
  name: string;
  version: string;
  purl: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
}

/** A bill of materials, CycloneDX 1.5. */
export interface Bom {
  components: Component[];
  [more: string]: unknown;
}

/** Packages whose weights or tables were repacked: no source map names them. */
const REPACKED = ['@mediapipe/face_detection', '@mediapipe/face_mesh', '@vladmandic/face-api', 'to-jyutping'];

/**
 * The bill of materials: packages of a production install, and packages in the bundles, from their source maps.
 * @param work an empty folder for a production install.
 * @param bundles folders with source maps.
 */
export async function billOfMaterials(root: string, work: string, bundles: string[]): Promise<Bom> {
  const bom = await installed(root, work);
  const known = new Set(bom.components.map(({ name }) => name));
  const taken = new Set([...REPACKED, ...(await Promise.all(bundles.map(bundledPackages))).flat()]);
  for (const name of [...taken].filter((each) => !known.has(each)))
    bom.components.push(await componentOf(root, name));
  bom.components.sort((a, b) => (a.name < b.name ? -1 : 1));
  return bom;
}

/** How a component's licence is called. */
export function licenceOf({ licenses = [] }: Component): string {
  return (
    licenses.map((each) => each.expression ?? each.license?.id ?? each.license?.name).join(', ') || 'unknown'
  );
}

async function installed(root: string, work: string): Promise<Bom> {
  const whole = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
  // The tools of the build ship with nothing.
  const workspaces = whole.workspaces.filter((folder) => folder !== '.ci');
  const manifests = workspaces.map((folder) => `${folder}/package.json`);
  for (const file of ['package-lock.json', '.npmrc', ...manifests]) {
    await mkdir(join(work, file, '..'), { recursive: true });
    await cp(join(root, file), join(work, file));
  }
  await writeFile(join(work, 'package.json'), JSON.stringify({ ...whole, workspaces }));
  await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: work });
  // npm would report the packages that are left out on purpose.
  for (const file of ['package.json', ...manifests]) {
    const manifest = JSON.parse(await readFile(join(work, file), 'utf8'));
    await writeFile(join(work, file), JSON.stringify({ ...manifest, devDependencies: {} }));
  }
  const bom = JSON.parse(await run('npm', ['sbom', '--sbom-format=cyclonedx'], { cwd: work })) as Bom;
  const ships = ({ name }: Component) =>
    !OWN.has(name) && !name.startsWith('@idv-verify/') && !/^node-(linux|win|darwin)-/.test(name);
  return { ...bom, components: bom.components.filter(ships) };
}

/** The project's own workspaces, which the bill describes. */
const OWN = new Set(['service', 'screening', 'demo', 'idv-verify']);

async function bundledPackages(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  const names = new Set<string>();
  for (const file of files.filter((each) => each.endsWith('.map'))) {
    const { sources } = JSON.parse(await readFile(join(folder, file), 'utf8')) as { sources: string[] };
    for (const source of sources) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(source)?.[1];
      if (name) names.add(name);
    }
  }
  return [...names];
}

async function componentOf(root: string, name: string): Promise<Component> {
  const { version, license } = JSON.parse(
    await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8'),
  );
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { type: 'library', name, version, purl, licenses: [{ license: { id: license } }] };
}
