import type { MeasuredFace } from '../Measurement.ts';
import type { Limits } from './limits.ts';

/** Whether a face is out of focus, or moved while the picture was taken. */
export function isBlurred({ sharpness, fineness }: MeasuredFace, limits: Limits): boolean {
  return sharpness < limits.minSharpness || fineness < limits.minFineness;
}
