import { FaceEngine } from './FaceEngine.ts';
import { Kernels } from './net/Kernels.ts';
import { VisionError } from './VisionError.ts';

/** What an eye is made of: the files that `buildVisionAssets` writes. */
export interface EyeParts {
  /** The kernels, as bytes or compiled. */
  kernels: BufferSource | WebAssembly.Module;
  detector: Uint8Array;
  /** May come later by `eye.addLandmarks`. */
  landmarks?: Uint8Array;
  /** May come later by `eye.addDescriptor`. */
  descriptor?: Uint8Array;
}

/**
 * Makes an eye, on the page as in Node.
 * @throws VisionError `simd_missing` when the engine can't run the kernels, `model_unreadable` when a model is damaged.
 */
export async function createFaceEngine({
  kernels,
  detector,
  landmarks,
  descriptor,
}: EyeParts): Promise<FaceEngine> {
  const instance = await instantiate(kernels);
  try {
    const eye = new FaceEngine(new Kernels(instance), detector);
    if (landmarks) eye.addLandmarks(landmarks);
    if (descriptor) eye.addDescriptor(descriptor);
    return eye;
  } catch (cause) {
    throw new VisionError('model_unreadable', 'A model of the eye is damaged.', { cause });
  }
}

async function instantiate(kernels: BufferSource | WebAssembly.Module): Promise<WebAssembly.Instance> {
  try {
    const module = kernels instanceof WebAssembly.Module ? kernels : await WebAssembly.compile(kernels);
    return await WebAssembly.instantiate(module);
  } catch (cause) {
    throw new VisionError('simd_missing', 'This engine runs no WebAssembly with SIMD.', { cause });
  }
}
