import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { framesOf } from '../../support/films.ts';

/** A film of one person: JPEG files, ten a second. */
export interface Clip {
  name: string;
  frames: Buffer[];
}

/** A photograph, cut to a selfie; pose in degrees, the face's width in pixels of the original. */
export interface Portrait {
  person: string;
  file: Buffer;
  yaw: number;
  pitch: number;
  roll: number;
  facePixels: number;
  /** Where the folder says it. */
  group?: string;
}

export interface People {
  clips: Clip[];
  portraits: Portrait[];
}

type Index = Record<string, (Omit<Portrait, 'person' | 'file'> & { file: string })[]>;

/**
 * Reads a folder of people: `clips/*.mjpeg`, and `portraits/NN/*.jpg` with `portraits/index.json`.
 * @throws Error that names the missing part.
 */
export function readPeople(folder: string): People {
  const index = join(folder, 'portraits', 'index.json');
  if (!existsSync(index))
    throw new Error(`There are no people in ${folder}: portraits/index.json is missing.`);
  const clips = readdirSync(join(folder, 'clips'))
    .filter((name) => name.endsWith('.mjpeg'))
    .sort()
    .map((name) => ({ name, frames: framesOf(readFileSync(join(folder, 'clips', name))) }));
  const people = JSON.parse(readFileSync(index, 'utf8')) as Index;
  const portraits = Object.entries(people).flatMap(([person, list]) =>
    list.map((one) => ({ ...one, person, file: readFileSync(join(folder, 'portraits', person, one.file)) })),
  );
  return { clips, portraits };
}
