import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inject } from 'vitest';
import { packTarball } from '../consumers/support/packTarball.ts';
import { madeOnce } from './madeOnce.ts';

/** The built package as npm would publish it, packed once per run because that takes seconds. */
export async function packedPackage(): Promise<{ tarball: string; files: string[] }> {
  const folder = inject('packedPackage');
  await madeOnce(folder, (place) => {
    const { tarball, files } = packTarball(place);
    writeFileSync(join(place, 'content.json'), JSON.stringify({ name: basename(tarball), files }));
  });
  const { name, files } = JSON.parse(readFileSync(join(folder, 'content.json'), 'utf8'));
  return { tarball: join(folder, name), files };
}
