import type { ServiceContext } from '../context.ts';
import type { ScreeningLists } from './screeningLists.ts';

/** What screening is given: the context, and the lists to screen against. */
export interface ScreeningContext extends ServiceContext {
  lists: ScreeningLists;
}
