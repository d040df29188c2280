import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where one of some texts can be read in a folder with all below it: as UTF-8, UTF-16 or base64. `file: text`. */
export function filesWith(folder: string, texts: readonly string[]): string[] {
  const wanted = texts.flatMap((text) =>
    [Buffer.from(text), Buffer.from(text, 'utf16le'), base64Of(text)].map((bytes) => ({ text, bytes })),
  );
  return filesOf(folder).flatMap((file) => {
    const content = readFileSync(file);
    const found = wanted.filter(({ bytes }) => content.includes(bytes)).map(({ text }) => text);
    return [...new Set(found)].map((text) => `${file.slice(folder.length + 1)}: ${text}`);
  });
}

/** The part of a text's base64 that is the same wherever it begins at a multiple of three bytes. */
function base64Of(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64'));
}

function filesOf(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stat = statSync(path);
    return stat.isDirectory() ? filesOf(path) : stat.isFile() ? [path] : [];
  });
}
