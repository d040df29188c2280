import { brokenRanks } from '../support/brokenRanks.ts';
import { circlesOf } from '../support/circlesOf.ts';
import { sourceGraph } from '../support/sourceGraph.ts';
import { ways } from '../support/ways.ts';

/** The structure of `src`, counted in the code: sizes of files and functions, circles, imports that point up, ways. */
export default function structure() {
  const files = sourceGraph();
  const lines = files.map(({ lines }) => lines).sort((a, b) => a - b);
  const functions = files.flatMap(({ functionLines }) => functionLines);
  return {
    files: files.length,
    medianLines: lines[Math.floor(lines.length / 2)],
    maxLines: lines.at(-1),
    functions: functions.length,
    maxFunctionLines: Math.max(...functions),
    circles: circlesOf(new Map(files.map(({ path, imports }) => [path, imports]))).length,
    ranksBroken: brokenRanks(files).length,
    ways: ways(files),
  };
}
