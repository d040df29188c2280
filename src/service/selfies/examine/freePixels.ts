import type { Picture } from '../../../vision/index.ts';

/** ES2024; from Node 21 on. */
interface Transferable extends ArrayBuffer {
  transfer?(size: number): ArrayBuffer;
}

/**
 * Gives the memory of a decoded picture back at once. It lies outside of the heap: left to the collector, every tenth
 * picture waits until all of the heap is looked through. Nobody may look at the picture any more.
 */
export function freePixels({ data }: Picture): void {
  const buffer: Transferable | SharedArrayBuffer = data.buffer;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === data.byteLength) buffer.transfer?.(0);
}
