import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const FOLDER = join(import.meta.dirname, '../../deploy/compose');
const RESET = '!reset';
const OVERRIDE = '!override';

// biome-ignore lint/suspicious/noExplicitAny: a file of Compose.
type Composed = any;

/** Files of `deploy/compose` as Compose merges them: https://docs.docker.com/reference/compose-file/merge/ */
export function composeFiles(...names: readonly string[]): Composed {
  const files = names.map((name) =>
    parse(withMarks(readFileSync(join(FOLDER, name), 'utf8')), { merge: true }),
  );
  return files.reduce(merged);
}

/** Tags of Compose as values. */
function withMarks(text: string): string {
  return text.replaceAll(`${RESET} null`, `"${RESET}"`).replaceAll(`${OVERRIDE} [`, `["${OVERRIDE}", `);
}

function merged(below: Composed, above: Composed): Composed {
  if (Array.isArray(above))
    return above[0] === OVERRIDE ? above.slice(1) : [...new Set([...(below ?? []), ...above])];
  if (above === null || typeof above !== 'object') return above;
  const all = { ...below };
  for (const [name, value] of Object.entries(above)) {
    if (value === RESET) delete all[name];
    else all[name] = merged(all[name], value);
  }
  return all;
}
