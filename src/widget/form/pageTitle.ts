import type { Messages } from '../locales/Messages.ts';
import type { DetailsPage } from './DetailsDraft.ts';

/** The heading of a screen of the details. */
export function pageTitle(page: DetailsPage, { details }: Messages): string {
  return details[`${page}Title`];
}
