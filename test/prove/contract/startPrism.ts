import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/freePort.ts';
import { waitFor } from '../../support/waitFor.ts';
import type { Lab } from '../support/Lab.ts';

/** Not a dependency of the project: only the full form needs it, and npx downloads it. */
const PRISM = '@stoplight/prism-cli@5.16.0';

/**
 * Starts Prism between a caller and a service; it reports violations of the description as errors. @returns its URL.
 */
export async function startPrism(lab: Lab, description: object, upstream: string): Promise<string> {
  const folder = lab.folder();
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(description));
  const port = await freePort();
  const args = ['--yes', PRISM, 'proxy', file, upstream, '--errors', '--port', String(port)];
  const child = spawn('npx', args, { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-10_000);
    });
  const exited = once(child, 'exit');
  lab.defer(async () => {
    if (child.exitCode !== null) return;
    process.kill(-child.pid!, 'SIGKILL');
    await exited;
  });
  await waitFor(() => child.exitCode !== null || output.includes('Prism is listening'));
  if (child.exitCode !== null) throw new Error(`Prism ended: ${output}`);
  return `http://127.0.0.1:${port}`;
}
