/** Whether the tab keeps something that was typed, readable or not: if so, `draftStore` is worth being loaded. */
export function hasDraft(): boolean {
  try {
    return sessionStorage.getItem(draftItem) !== null;
  } catch {
    // A browser may forbid the storage altogether.
    return false;
  }
}

/** Storage key of the encrypted draft in the tab. */
export const draftItem = 'idv-draft';
