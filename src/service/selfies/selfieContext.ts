import type { ServiceContext } from '../context.ts';
import type { Examiner } from './examiner.ts';

/** Dependencies of selfie checks: the service context, and the examiner of pictures. */
export interface SelfieCheckContext extends ServiceContext {
  examiner: Examiner;
}
