import type { ServiceContext } from '../context.ts';
import type { ScreeningLists } from './screeningLists.ts';

/** Dependencies of screening: the service context, and the lists. */
export interface ScreeningContext extends ServiceContext {
  lists: ScreeningLists;
}
