import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateKey } from '../../src/contract/keys.ts';
import { firstCase } from './firstCase.ts';
import { run } from './run.ts';
import { startProgram } from './startProgram.ts';

/**
 * Installs the service's package in an empty folder and takes a first case to its approval, on the Node of the PATH.
 * @returns the seconds from the empty folder to the approval, and a sentence that says so.
 */
export async function checkService(
  tarball: string,
  folder: string,
): Promise<{ seconds: number; said: string }> {
  const began = performance.now();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private": true}');
  await run('npm', ['install', '--omit=dev', '--no-audit', '--no-fund', tarball], { cwd: folder });
  const installed = performance.now();
  const apiKey = generateKey('secret', 'test');
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    IDV_BOOTSTRAP_KEY: apiKey,
  };
  const service = await startProgram(join(folder, 'node_modules/.bin/idv-verify-service'), ['serve'], env);
  try {
    const status = await firstCase(service.url, apiKey);
    if (status !== 'approved') throw new Error(`The first case ended as ${status}.`);
  } finally {
    await service.stop();
  }
  const seconds = (performance.now() - began) / 1000;
  const after = (performance.now() - installed) / 1000;
  const said = `Installed and first case approved in ${seconds.toFixed(1)} s, ${after.toFixed(1)} s of them after the install.`;
  return { seconds, said };
}
