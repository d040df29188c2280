import type { ModelHeader } from './ModelHeader.ts';

/** The numbers of a `conv` (c x size x size x input channels) or a `depthwise` (size x size x c). */
export interface Weights {
  filter: Float32Array;
  bias: Float32Array;
  /** Per channel, with `activation: 'prelu'`; empty otherwise. */
  alpha: Float32Array;
}

/** A network in plain numbers: `weights[i]` belongs to `header.ops[i]`, where that has any. */
export interface Model {
  header: ModelHeader;
  weights: (Weights | undefined)[];
}
