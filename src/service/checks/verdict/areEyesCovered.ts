import type { Look } from './Look.ts';
import { serviceLimits } from './serviceLimits.ts';

/** Whether something smooth is where an eye should be. Of a mouth nothing can be said: bare and covered ones overlap. */
export function areEyesCovered({ eyes, measurement: { face } }: Look): boolean {
  return Boolean(eyes && face && Math.min(...eyes) < serviceLimits.eyeDetail * face.sharpness);
}
