/** Whether the tab holds a draft, readable or not. Only then `draftStore` is loaded. */
export function hasDraft(): boolean {
  try {
    return sessionStorage.getItem(draftItem) !== null;
  } catch {
    // A browser may block storage completely.
    return false;
  }
}

/** Storage key of the encrypted draft in the tab. */
export const draftItem = 'idv-draft';
