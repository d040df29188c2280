import type { DocumentReason } from '../../contract/documentCheck.ts';

/** What a person can do better with the next picture. */
const PROBLEMS = [
  'document_not_found',
  'document_cut_off',
  'document_blurred',
  'document_glare',
  'document_unreadable',
] as const satisfies readonly DocumentReason[];

/** The reason that the page is told: none of the others, such as that another case had the file. */
export function pictureProblemOf(reasons: readonly DocumentReason[]): DocumentReason | null {
  return reasons.find((reason) => PROBLEMS.some((problem) => problem === reason)) ?? null;
}
