import type { HitReasonCode, HitResolution, ResolveHit } from '../../contract/hit.ts';
import { ApiError } from '../ApiError.ts';

/** The resolutions that each reason is a reason for. */
const resolutionsOf: Readonly<Record<HitReasonCode, readonly HitResolution[]>> = {
  different_name: ['false_positive'],
  different_birth_date: ['false_positive'],
  different_country: ['false_positive'],
  different_identifier: ['false_positive'],
  same_person: ['true_match'],
  other: ['false_positive', 'true_match'],
  different_sex: ['false_positive'],
  different_place_of_birth: ['false_positive'],
  deceased: ['false_positive'],
};

/** @throws {ApiError} `reason_conflict` for a reason that speaks against the resolution. */
export function requireHitReason({ resolution, reasonCode }: ResolveHit): void {
  if (resolutionsOf[reasonCode].includes(resolution)) return;
  const detail = `"${reasonCode}" is no reason for "${resolution}". Choose a reason that agrees with the resolution.`;
  throw new ApiError('reason_conflict', {
    errors: [{ pointer: '#/reasonCode', code: 'reason_conflict', detail }],
  });
}
