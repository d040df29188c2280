import { ARROWS, LEVELS } from './ranks.ts';
import type { SourceFile } from './sourceGraph.ts';

interface Import {
  from: string;
  to: string;
}

/** The imports of `src` that no arrow allows, or that do not point down between the folders of a layered part. */
export function brokenRanks(files: SourceFile[]): Import[] {
  const known = new Set(files.map(({ path }) => path));
  const inside = files.flatMap(({ path, imports }) =>
    imports.filter((to) => known.has(to)).map((to) => ({ from: path, to })),
  );
  return inside.filter(({ from, to }) => {
    const [source, target] = [from.split('/')[0]!, to.split('/')[0]!];
    if (source !== target) return !ARROWS[source]?.includes(target);
    if (!LEVELS[source] || unitOf(from) === unitOf(to)) return false;
    const [high, low] = [levelOf(from), levelOf(to)];
    return high === -1 || low === -1 || low <= high;
  });
}

/** The folder of a part that contains a path, or the top-level file itself. */
function unitOf(path: string): string {
  return path.split('/')[1]!;
}

function levelOf(path: string): number {
  return LEVELS[path.split('/')[0]!]!.findIndex((level) => level.includes(unitOf(path)));
}
