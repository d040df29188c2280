import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bom, licenceOf } from './sbom.ts';

/** The licence texts of every package that ships, one after the other. */
export async function licenceTexts(root: string, { components }: Bom): Promise<string> {
  const texts: string[] = [];
  for (const component of components) {
    const folder = join(root, 'node_modules', component.name);
    // The text below says that none was found.
    const files = await readdir(folder).catch(() => []);
    const file = files.find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    const text = file
      ? (await readFile(join(folder, file), 'utf8')).trim()
      : 'No licence text was found in the package.';
    texts.push(
      `${component.name} ${component.version} (${licenceOf(component)})\n${'-'.repeat(72)}\n${text}\n`,
    );
  }
  return texts.join('\n\n');
}
