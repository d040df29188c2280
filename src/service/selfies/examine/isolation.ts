import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, parse, sep } from 'node:path';

/** Who owns nothing, by the custom of Linux systems. */
const NOBODY = 65_534;

/**
 * The options with which Node lets a process read its own program and libraries, and do nothing else with files, processes
 * or threads: a fault of a decoder reaches no further through Node. Libraries of the system are not bound by it.
 * @see https://nodejs.org/api/permissions.html
 * @param program the script of the process.
 */
export function permissions(program: string): string[] {
  if (!process.allowedNodeEnvironmentFlags.has('--permission')) return [];
  const cache = process.env['NODE_COMPILE_CACHE'];
  const read = [...foldersOf(program), ...(cache ? [join(cache, '*')] : [])];
  return ['--permission', '--allow-addons', ...read.map((folder) => `--allow-fs-read=${folder}`)];
}

/** What lies beside the program, and the libraries. */
function foldersOf(program: string): string[] {
  const sources = program.slice(0, program.lastIndexOf(`${sep}service${sep}`));
  const library = createRequire(program).resolve('sharp');
  const libraries = library.slice(0, library.lastIndexOf(`node_modules${sep}`));
  return [join(sources, '*'), join(libraries, 'node_modules', '*'), join(dirname(sources), 'package.json')];
}

/**
 * The user that a process which only decodes runs as, where the service has the right to choose and that user can read the
 * program: one who owns none of the service's files, and may not look at its process.
 * @returns nothing where the process runs as the user of the service.
 */
export function otherUser(program: string): { uid?: number; gid?: number } {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return {};
  const library = createRequire(program).resolve('sharp');
  const isReadable = [program, library, process.execPath].every(isReadableByAll);
  return isReadable ? { uid: NOBODY, gid: NOBODY } : {};
}

function isReadableByAll(file: string): boolean {
  if ((statSync(file).mode & 0o004) === 0) return false;
  for (let folder = dirname(file); folder !== parse(folder).root; folder = dirname(folder))
    if ((statSync(folder).mode & 0o001) === 0) return false;
  return true;
}
