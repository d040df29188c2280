import { join } from 'node:path';
import { createFaceEngine } from '../../src/vision/index.ts';
import { loadFiles } from '../../src/vision/loadFiles.ts';
import type { GroupFigures } from './support/peopleFigures.ts';
import { readPeople } from './support/readPeople.ts';
import { referenceFigures } from './support/referenceFigures.ts';

const FOLDER = join(import.meta.dirname, '../../../shared/faces/people');

/**
 * The table of errors by group in `docs/selfie-check.md`, as Markdown: pairs of different people of one group, by what
 * the comparison with a reference picture says of them. `npm run -s bench -- groups FOLDER`, where each portrait of
 * `portraits/index.json` says its `group`.
 */
export default async function groups(): Promise<{ byGroup: Record<string, GroupFigures>; table: string }> {
  const { portraits } = readPeople(process.argv[3] ?? FOLDER);
  const { byGroup = {} } = await referenceFigures(await createFaceEngine(await loadFiles()), portraits);
  const rows = Object.entries(byGroup).map(
    ([group, { impostor, match, undecided }]) =>
      `| ${group} | ${impostor} | ${match} | ${undecided} | ${impostor - match - undecided} |`,
  );
  const head = ['| group | pairs | matched | undecided | told apart |', '|---|---|---|---|---|'];
  return { byGroup, table: [...head, ...rows].join('\n') };
}
