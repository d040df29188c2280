import { readCuts } from '../../../src/document/build/glyphFields.ts';
import { Random } from '../../../src/document/build/Random.ts';
import { anyDrawing, type Paper, renderStrip } from '../../../src/document/build/renderStrip.ts';
import type { CharacterNet } from '../../../src/document/read/CharacterNet.ts';
import { ALPHABET, CLASSES, NOTHING } from '../../../src/document/read/strip.ts';

/**
 * The share of characters that the network reads right, each without its context: OCR-B of this pitch in pixels, blurred
 * by a lens of this deviation in pitches, found with an error of up to 16 % of a pitch.
 * @param paper what differs from the paper of the training.
 */
export function characterAccuracy(
  net: CharacterNet,
  {
    pitch,
    blur,
    count,
    seed = 5,
    paper = {},
  }: { pitch: number; blur: number; count: number; seed?: number; paper?: Partial<Paper> },
): number {
  const cuts = readCuts();
  const random = new Random(seed);
  let right = 0;
  for (let i = 0; i < count; i++) {
    const drawing = anyDrawing(cuts, random);
    drawing.cut = random.chance(0.5) ? cuts.ocrB : cuts.ocrBSharp;
    drawing.text = Array.from({ length: 9 }, () => random.below(ALPHABET.length));
    drawing.pitch = pitch;
    drawing.angle = random.next(-0.087, 0.087);
    drawing.blur = blur;
    drawing.motion = 0;
    drawing.paper = { ...drawing.paper, glare: null, shadow: null, ...paper };
    drawing.found.x = random.next(-0.16, 0.16);
    drawing.found.y = random.next(-0.16, 0.16);
    const { strip } = renderStrip(drawing, WIDTH, random);
    const scores = middleOf(net, strip);
    if (scores.indexOf(Math.max(...scores)) === drawing.text[4]) right++;
  }
  return right / count;
}

const WIDTH = 68;

/** The scores of the characters at the middle output. */
function middleOf(net: CharacterNet, strip: Float32Array): Float32Array {
  const scores = net.readNormalised(strip, WIDTH);
  const outputs = scores.length / CLASSES;
  return scores.subarray((outputs >> 1) * CLASSES, (outputs >> 1) * CLASSES + NOTHING);
}
