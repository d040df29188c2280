import type { DetailsFields } from '../../contract/detailsFields.ts';
import type { DetailsPage } from '../step/detailsDraft.ts';

/** The pages that a case needs. Fields that its policy hides are not requested. */
export function detailsPages(fields: DetailsFields): DetailsPage[] {
  const asksMore = fields.email !== 'hidden' || fields.phone !== 'hidden' || fields.nationalId !== 'hidden';
  return [
    'name',
    'birth',
    ...(fields.address === 'hidden' ? [] : (['address'] as const)),
    ...(asksMore ? (['more'] as const) : []),
    'check',
  ];
}
