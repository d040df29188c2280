import { type FaceEngineParts, VisionError } from '../../../vision/index.ts';
import { loadFiles } from '../../../vision/loadFiles.ts';
import type { Log } from '../../log.ts';

/** Version of the rules of the verdict; increase it with each change of the rules. */
const RULES = '1.1.0';

/** The files of the face engine, with a version that identifies its kernels, models and rules. */
export interface FaceEngineFiles {
  parts: Required<FaceEngineParts>;
  version: string;
}

/**
 * Reads the output of `npm run build` into memory, so that all processes use the same engine even if it is rebuilt
 * meanwhile.
 * @returns `null`, with a log entry, if files are missing or cannot run: no selfie is then approved.
 */
export async function readFaceEngineFiles(log: Log, folder?: string): Promise<FaceEngineFiles | null> {
  try {
    const { sha256, isRelaxed, ...parts } = await loadFiles(folder);
    // Only validated here: opening the engine would delay the start and use memory. Each examining process opens it.
    if (!WebAssembly.validate(parts.kernels))
      throw new VisionError('simd_missing', 'This engine does not support WebAssembly SIMD.');
    // Both kinds of kernels agree except for rounding; the version names the kind.
    return { parts, version: `${RULES}+${sha256.slice(0, 8)}${isRelaxed ? '' : '.simd'}` };
  } catch (error) {
    if (!(error instanceof VisionError)) throw error;
    log.warn('no face engine: selfies of live mode go to review', {
      reason: error.code,
      detail: error.message,
    });
    return null;
  }
}
