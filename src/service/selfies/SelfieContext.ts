import type { Context } from '../context.ts';
import type { Examiner } from './examiner.ts';

/** What selfie checks are given: the context, and who examines pictures. */
export interface SelfieContext extends Context {
  examiner: Examiner;
}
