// The kernels of the face engine: AssemblyScript, compiled by the build to WebAssembly with SIMD. Every pointer is a
// byte address. Activations are float32: rows of pixels, channels last, the channel count padded to a multiple of 4.
// Sizes named h, w, c count rows, pixels and channels.
export { add } from './add';
export { averagePool, maxPool } from './pool';
export { depthwise } from './depthwise';
export { gemm } from './gemm';
export { im2col, im2colOfColours } from './im2col';
export { pad } from './pad';
export { rgbToRgba } from './rgbToRgba';
export { warp } from './warp';

/** The first free byte of the memory. The memory from there on belongs to the caller. */
export function heapBase(): usize {
  return (__heap_base + 15) & ~15;
}
