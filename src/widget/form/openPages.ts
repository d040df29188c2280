import type { SessionCase } from '../../contract/case.ts';
import type { DetailsPage } from '../step/detailsDraft.ts';
import { detailsPages } from './detailsPages.ts';

/** The pages with fields to fill in. A page whose details a credential proves appears only on the last page. */
export function openPages(state: Pick<SessionCase, 'fields' | 'credential'>): DetailsPage[] {
  return detailsPages(state.fields).filter((page) => !isPageProven(page, state));
}

/** Whether a credential proves all details of a page. */
export function isPageProven(
  page: DetailsPage,
  { fields, credential }: Pick<SessionCase, 'fields' | 'credential'>,
): boolean {
  const proven = credential?.proven;
  if (!proven) return false;
  const has = (field: keyof typeof fields) => fields[field] !== 'required' || field in proven;
  if (page === 'name') return 'familyName' in proven && has('middleName') && has('nativeName');
  if (page === 'birth') return 'dateOfBirth' in proven && has('nationalities') && has('countryOfBirth');
  return page === 'address' && 'address' in proven;
}
