import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Occurrences of texts in folders, recursively: as UTF-8, UTF-16 or base64. `file: text that follows`. Of files with the
 * same content, as a database and its copy have many, the first is searched.
 */
export function filesWith(folders: readonly string[], texts: readonly string[]): string[] {
  const forms = texts.flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le'), base64Of(text)]);
  const searched = new Set<string>();
  return folders.flatMap(filesOf).flatMap((file) => {
    const content = readFileSync(file);
    const digest = hash('sha256', content);
    if (searched.has(digest)) return [];
    searched.add(digest);
    return forms.flatMap((form) => {
      const at = content.indexOf(form);
      const excerpt = content.subarray(at, at + form.length * 3).toString('latin1');
      return at < 0 ? [] : [`${file}: ${excerpt}`];
    });
  });
}

/** The part of a text's base64 that is the same wherever it begins at a multiple of three bytes. */
function base64Of(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64'));
}

export function filesOf(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stat = statSync(path);
    return stat.isDirectory() ? filesOf(path) : stat.isFile() ? [path] : [];
  });
}
