import type { ModelHeader, ModelOp } from './ModelHeader.ts';

/** How many numbers an operation carries; `undefined` for one without any. */
export interface WeightShape {
  /** Channels of the result: so many biases, and so many scales of an int8 filter. */
  channels: number;
  /** Filter values per channel. */
  perChannel: number;
  /** Whether a channel's values lie `channels` apart (depthwise) or side by side (conv). */
  interleaved: boolean;
  alphas: number;
}

/** Walks the operations and tells for each what it carries, in the order of the file. */
export function weightShapes(header: ModelHeader): (WeightShape | undefined)[] {
  const channels = new Map([[0, header.input.c]]);
  return header.ops.map((op) => {
    channels.set(op.to, op.c);
    return shapeOf(op, channels.get(op.from)!);
  });
}

function shapeOf(op: ModelOp, inputs: number): WeightShape | undefined {
  if (op.op === 'conv') {
    const alphas = op.activation === 'prelu' ? op.c : 0;
    return { channels: op.c, perChannel: op.size ** 2 * inputs, interleaved: false, alphas };
  }
  if (op.op === 'depthwise')
    return { channels: op.c, perChannel: op.size ** 2, interleaved: true, alphas: 0 };
  if (op.op === 'add' && op.activation === 'prelu')
    return { channels: 0, perChannel: 0, interleaved: false, alphas: op.c };
  return undefined;
}
