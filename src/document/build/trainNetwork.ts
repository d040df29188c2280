import { compileKernels } from '../../vision/build/compileKernels.ts';
import type { Model } from '../../vision/net/readModel.ts';
import { CLASSES } from '../read/strip.ts';
import { readCuts } from './glyphFields.ts';
import { Random } from './Random.ts';
import { anyDrawing, renderStrip } from './renderStrip.ts';
import { type Channels, OUTPUTS, Trainer, type TrainingKernels } from './Trainer.ts';

/**
 * Trains the network of the characters from drawn strips. The same seed and number of strips give the same weights.
 * @param strips how many are drawn; each has five characters.
 * @param keep called now and then with the network so far.
 */
export async function trainNetwork({ strips, seed, channels, report, keep }: Training): Promise<Model> {
  const code = await compileKernels({ folder: new URL('./kernels/', import.meta.url) });
  const { instance } = (await WebAssembly.instantiate(
    code as BufferSource,
  )) as unknown as WebAssembly.WebAssemblyInstantiatedSource;
  const random = new Random(seed);
  const trainer = new Trainer(instance.exports as unknown as TrainingKernels, random, { width, channels });
  const cuts = readCuts();
  const steps = Math.ceil(strips / batchSize);
  const recent = { loss: 0, right: 0, asked: 0 };
  const start = Date.now();
  for (let step = 0; step < steps; step++) {
    const rate = topRate * (0.01 + 0.99 * 0.5 * (1 + Math.cos((Math.PI * step) / steps)));
    const batch = Array.from({ length: batchSize }, () =>
      renderStrip(anyDrawing(cuts, random), width, random),
    );
    if (step % 10 === 0) {
      const { strip, labels } = batch[0]!;
      countRight(trainer.forward(strip), labels, recent);
    }
    recent.loss += trainer.train(batch, rate);
    if (step % 500 === 499) {
      const percent = ((100 * recent.right) / recent.asked).toFixed(2);
      const seconds = Math.round((Date.now() - start) / 1000);
      report(
        `${step + 1}/${steps} loss ${(recent.loss / 500).toFixed(4)} characters ${percent} % ${seconds} s`,
      );
      Object.assign(recent, { loss: 0, right: 0, asked: 0 });
      await keep?.(trainer.model());
    }
  }
  return trainer.model();
}

interface Training {
  strips: number;
  seed: number;
  channels: Channels;
  report: (text: string) => void;
  keep?: (draft: Model) => Promise<void>;
}

/** Pixels of a strip: thirteen outputs, five characters. */
const width = 68;
const batchSize = 32;
const topRate = 0.002;

function countRight(scores: Float32Array, labels: Int8Array, counts: { right: number; asked: number }): void {
  labels.forEach((label, j) => {
    if (label < 0) return;
    const row = scores.subarray(j * OUTPUTS, j * OUTPUTS + CLASSES);
    counts.asked++;
    if (row.indexOf(Math.max(...row)) === label) counts.right++;
  });
}
