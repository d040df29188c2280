/**
 * Whether the tab holds a draft, readable or not. Only then `draftStore` is loaded.
 * @param caseId of this case; without, of any.
 */
export function hasDraft(caseId = ''): boolean {
  try {
    return sessionStorage.getItem(draftItem)?.includes(caseId) ?? false;
  } catch {
    // A browser may block storage completely.
    return false;
  }
}

/** Storage key of the encrypted draft in the tab. */
export const draftItem = 'idv-draft';
