import type { ModelHeader } from './ModelHeader.ts';
import { padded } from './padded.ts';

/** Where each tensor lies within one block of memory. */
export interface BufferPlan {
  /** Byte offsets by tensor number. */
  offsets: number[];
  /** Bytes of the whole block. */
  total: number;
}

/** Gives each tensor the lowest place that is free while it lives, so that the working set stays in the cache. */
export function planBuffers(header: ModelHeader): BufferPlan {
  const { ops, outputs, input } = header;
  const lastUse: number[] = [];
  ops.forEach((op, i) => {
    lastUse[op.from] = i;
    if (op.op === 'add') lastUse[op.also] = i;
  });
  for (const output of outputs) lastUse[output] = ops.length;
  const living: { tensor: number; from: number; to: number }[] = [];
  const offsets: number[] = [];
  let total = 0;
  const place = (tensor: number, shape: { h: number; w: number; c: number }) => {
    const size = bytesOf(shape);
    let at = 0;
    for (const other of living.sort((a, b) => a.from - b.from)) {
      if (at + size <= other.from) break;
      at = Math.max(at, other.to);
    }
    living.push({ tensor, from: at, to: at + size });
    offsets[tensor] = at;
    total = Math.max(total, at + size);
  };
  place(0, input);
  ops.forEach((op, i) => {
    place(op.to, op);
    for (let n = living.length - 1; n >= 0; n--)
      if ((lastUse[living[n]!.tensor] ?? 0) <= i) living.splice(n, 1);
  });
  return { offsets, total };
}

function bytesOf({ h, w, c }: { h: number; w: number; c: number }): number {
  return Math.ceil((h * w * padded(c) * 4) / 16) * 16;
}
