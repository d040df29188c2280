import { decodePicture } from '../../../src/service/selfies/examine/decodePicture.ts';
import { verdictThresholds } from '../../../src/service/selfies/verdict/thresholds.ts';
import { matchReference } from '../../../src/service/selfies/verdict/verdictOf.ts';
import {
  analyseFrame,
  describeBothSides,
  type FaceEngine,
  type FrameAnalysis,
} from '../../../src/vision/index.ts';
import { isFrontal } from './isFrontal.ts';
import type { PeopleFigures } from './peopleFigures.ts';
import type { Portrait } from './readPeople.ts';

/** Every pair of frontal portraits, the one as the selfie and the other as the reference picture. */
export async function referenceFigures(
  engine: FaceEngine,
  portraits: readonly Portrait[],
): Promise<PeopleFigures['reference']> {
  const looked: { portrait: Portrait; analysis: FrameAnalysis; face: Float32Array }[] = [];
  for (const portrait of portraits.filter(isFrontal)) {
    const analysis = analyseFrame(engine, await decodePicture(portrait.file, 200), verdictThresholds);
    const mesh = analysis.descriptor && analysis.measurement.face!.mesh!;
    if (mesh) looked.push({ portrait, analysis, face: describeBothSides(engine, mesh.landmarks) });
  }
  const figures = { genuine: 0, impostor: 0, missed: 0, matched: 0 };
  const byGroup: NonNullable<PeopleFigures['reference']['byGroup']> = {};
  for (const [i, one] of looked.entries()) {
    for (const other of looked.slice(i + 1)) {
      const { result } = matchReference({
        neutral: one.face,
        reference: other.analysis,
        face: other.face,
      });
      if (one.portrait.person === other.portrait.person) {
        figures.genuine++;
        if (result === 'no_match') figures.missed++;
        continue;
      }
      figures.impostor++;
      if (result === 'match') figures.matched++;
      const { group } = one.portrait;
      if (group === undefined || group !== other.portrait.group) continue;
      byGroup[group] ??= { impostor: 0, match: 0, undecided: 0 };
      byGroup[group].impostor++;
      if (result === 'match') byGroup[group].match++;
      if (result === 'inconclusive') byGroup[group].undecided++;
    }
  }
  return {
    genuine: figures.genuine,
    impostor: figures.impostor,
    fnmr: share(figures.missed, figures.genuine),
    fmr: share(figures.matched, figures.impostor),
    ...(Object.keys(byGroup).length > 0 && { byGroup }),
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((10_000 * part) / whole) / 10_000;
}
