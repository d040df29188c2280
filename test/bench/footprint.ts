import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { checkService } from '../../deploy/release/checkService.ts';
import { packService } from '../../deploy/release/packService.ts';
import { startProgram } from '../../deploy/release/startProgram.ts';
import { generateKey } from '../../src/contract/keys.ts';
import { cpuMsOf } from '../support/cpuMsOf.ts';

// Resource use of the service: megabytes installed and as an image, milliseconds to its second start, then at rest
// memory, CPU and open files. The image is the one written by `npm run release`; `null` without one.

const IDLE_SECONDS = 20;
const root = join(import.meta.dirname, '../..');

export default async function footprint(): Promise<Record<string, number | null>> {
  const work = mkdtempSync(join(tmpdir(), 'idv-footprint-'));
  try {
    return await measured(work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function measured(work: string): Promise<Record<string, number | null>> {
  const { tarball } = await packService(root, work, work);
  const folder = join(work, 'consumer');
  const installed = await checkService(tarball, folder);
  const program = join(folder, 'node_modules/.bin/idv-verify-service');
  const env = { PATH: process.env['PATH'], PORT: '0', IDV_BOOTSTRAP_KEY: generateKey('secret', 'test') };
  const dataDir = join(work, 'data');
  mkdirSync(dataDir);
  const first = await startProgram(program, ['serve'], { ...env, DATA_DIR: dataDir });
  await first.stop();
  const began = performance.now();
  const service = await startProgram(program, ['serve'], { ...env, DATA_DIR: dataDir });
  const coldStartMs = Math.round(performance.now() - began);
  // Memory left from the start, such as compiled code, is freed in the first seconds.
  await delay(10_000);
  const before = cpuMsOf(service.pid) / 1000;
  await delay(IDLE_SECONDS * 1000);
  const idleCpuPercent = (100 * (cpuMsOf(service.pid) / 1000 - before)) / IDLE_SECONDS;
  const idleRssMb =
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))![1]) / 1024;
  const fds = readdirSync(`/proc/${service.pid}/fd`).length;
  await service.stop();
  const image = join(root, 'release/image.tar');
  const imageMb = existsSync(image) ? round(statSync(image).size / 1e6) : null;
  return {
    installedMb: round(diskMb(join(folder, 'node_modules'))),
    imageMb,
    coldStartMs,
    idleRssMb: round(idleRssMb),
    idleCpuPercent: Math.round(idleCpuPercent * 100) / 100,
    fds,
    firstCaseSeconds: round(installed.seconds),
  };
}

function diskMb(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1e6;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
