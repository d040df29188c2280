import type { MeasuredFace } from '../Measurement.ts';
import type { Limits } from './limits.ts';

/**
 * Whether something smooth is where both eyes should be: of a turned head one eye says nothing, of a blink the lids
 * still have lashes.
 */
export function areBothEyesCovered({ mesh, sharpness }: MeasuredFace, { eyeDetail }: Limits): boolean {
  return mesh !== null && Math.max(mesh.eyeDetail.left, mesh.eyeDetail.right) < eyeDetail * sharpness;
}
