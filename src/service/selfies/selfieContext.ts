import type { ServiceContext } from '../context.ts';
import type { Examiner } from './examiner.ts';

/** What selfie checks are given: the context, and who examines pictures. */
export interface SelfieCheckContext extends ServiceContext {
  examiner: Examiner;
}
