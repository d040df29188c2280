import type { Evidence } from '../../../../src/service/selfies/examiner.ts';
import type { FaceEngine } from '../../../../src/vision/index.ts';
import { evidenceOf } from '../../../support/evidence.ts';
import { everyChallenge } from '../everyChallenge.ts';
import { type Photograph, readPhotograph } from './Photograph.ts';
import type { Pose } from './Pose.ts';
import { playedRecording } from './playedTake.ts';
import { bent, stretched, tilted } from './printSources.ts';
import { reliefSource } from './reliefSource.ts';
import { type Source, warped } from './warped.ts';

type Kind = 'still' | 'tilted' | 'bent' | 'stretched' | 'animated';

/** How a photograph is moved, and how far it is turned, in degrees, one try after the other. */
const KINDS: Record<Kind, { source: (photograph: Photograph, pose: Pose) => Source; degrees: number[] }> = {
  still: { source: () => (x, y) => [x, y], degrees: [0] },
  tilted: { source: tilted, degrees: [25, 35, 45, 55] },
  bent: { source: bent, degrees: [20, 30, 40, 50] },
  stretched: { source: stretched, degrees: [20, 30, 40, 50] },
  animated: { source: reliefSource, degrees: [16, 20, 24, 28] },
};

/** Each kind so often, with another photograph and another challenge each time; a hand shakes a little. */
export async function* photographAttacks(
  engine: FaceEngine,
  files: readonly Buffer[],
  tries: number,
  kinds = Object.keys(KINDS) as Kind[],
): AsyncGenerator<[string, Evidence]> {
  const photographs: Photograph[] = [];
  for (const file of files) {
    const photograph = photographs.length < tries ? await readPhotograph(engine, file) : null;
    if (photograph) photographs.push(photograph);
  }
  if (photographs.length === 0) return;
  for (const kind of kinds) {
    const { source, degrees } = KINDS[kind];
    for (let n = 0; n < tries; n++) {
      const photograph = photographs[n % photographs.length]!;
      const steps = everyChallenge[(5 * n) % everyChallenge.length]!;
      let drawn = 0;
      const draw = (pose: Pose, size: 'full' | 'half') => {
        const [dx, dy] = [1.5 * Math.sin(1.3 * ++drawn), Math.cos(1.7 * drawn)];
        const from = source(photograph, pose);
        return warped(photograph, (x, y) => from(x + dx, y + dy), size === 'full' ? 1 : 2);
      };
      yield [kind, evidenceOf(steps, await playedRecording(steps, degrees[n % degrees.length]!, draw))];
    }
  }
}
