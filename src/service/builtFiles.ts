import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Folder of the report fonts from `npm run build`. The relative path is the same from the sources and from the bundle.
 */
export const fontsFolder = fileURLToPath(new URL('../../dist/fonts', import.meta.url));

/** Folder of the built widget for the hosted page; likewise. */
export const widgetFolder = fileURLToPath(new URL('../../dist/cdn', import.meta.url));

/** Folder of the built scripts of pages, a folder for each site; likewise. */
export const scriptsFolder = fileURLToPath(new URL('../../dist/pages', import.meta.url));

/**
 * The prepared empty database with all tables, copied at a first start, since creating one takes seconds. The relative
 * path is the same from the sources and from the bundle.
 */
const preparedDatabase = fileURLToPath(new URL('../../dist/database.gz', import.meta.url));

/** The sources of its tables, which only a clone has. */
const tables = fileURLToPath(new URL('db/migrations', import.meta.url));

/** Path of the prepared empty database; `null` where none was built, or an older one than the sources of its tables. */
export function findPreparedDatabase(file = preparedDatabase, sources = tables): string | null {
  if (!existsSync(file)) return null;
  const names = existsSync(sources) ? readdirSync(sources, { recursive: true, encoding: 'utf8' }) : [];
  const { mtimeMs } = statSync(file);
  return names.every((name) => statSync(join(sources, name)).mtimeMs < mtimeMs) ? file : null;
}

/** The files of `npm run build` that the service's pages need and that are not there. */
export function missingFiles(): string[] {
  const scripts = ['hosted/page.js', 'desk/desk.js'].map((name) => join(scriptsFolder, name));
  const needed = [join(widgetFolder, 'idv-verify.js'), ...scripts];
  return needed.filter((file) => !existsSync(file));
}
