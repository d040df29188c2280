import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { perform } from '../../src/testface/perform.ts';
import { faceJpeg } from './faces.ts';
import { allSteps, fakeCamera, filmScript } from './fakeCamera.ts';
import { optionalData } from './optionalData.ts';

/** The true pose of a frame: degrees, towards the person's left and up; `blink` 1 is shut. */
interface Truth {
  yaw: number;
  pitch: number;
  blink: number;
}

/** A head that looks straight ahead, turns both ways, looks up and down, and blinks. */
export interface Film {
  name: string;
  /** JPEG files, 30 a second. */
  frames: Buffer[];
  truth: Truth[];
  /** A picture of the same face. */
  portrait: Buffer;
}

/** The project's own film, drawn, and the one of a portrait where the optional data has it. */
export async function films(): Promise<Film[]> {
  const beside = optionalData('faces', 'Challenges on the film of a portrait');
  return [await drawnFilm(), ...(beside ? [filmOf(beside)] : [])];
}

async function drawnFilm(): Promise<Film> {
  const frames = framesOf(readFileSync(await fakeCamera()));
  const truth = filmScript(allSteps).map(({ yaw = 0, pitch = 0, blink = 0 }) => ({ yaw, pitch, blink }));
  return { name: 'test face', frames, truth, portrait: await faceJpeg(perform('center', 'center', 1, 3)) };
}

function filmOf(folder: string): Film {
  return {
    name: 'portrait',
    frames: framesOf(readFileSync(join(folder, 'portrait-all.mjpeg'))),
    truth: JSON.parse(readFileSync(join(folder, 'portrait-all.truth.json'), 'utf8')) as Truth[],
    portrait: readFileSync(join(folder, 'portrait.jpg')),
  };
}

/** The frames of a motion JPEG film. */
export function framesOf(film: Buffer): Buffer[] {
  const starts: number[] = [];
  const mark = Buffer.from([0xff, 0xd8, 0xff]);
  for (let at = film.indexOf(mark); at >= 0; at = film.indexOf(mark, at + 3)) starts.push(at);
  return starts.map((start, i) => film.subarray(start, starts[i + 1]));
}
