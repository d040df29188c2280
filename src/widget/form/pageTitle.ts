import type { Messages } from '../locales/messages.ts';
import type { DetailsPage } from '../step/detailsDraft.ts';

/** The heading of a screen of the details. */
export function pageTitle(page: DetailsPage, { details }: Messages): string {
  return details[`${page}Title`];
}
