/** Whether the tab keeps something that was typed, readable or not: if so, `draftStore` is worth being loaded. */
export function hasDraft(): boolean {
  try {
    return sessionStorage.getItem(draftItem) !== null;
  } catch {
    // A browser may forbid the storage altogether.
    return false;
  }
}

/** Where the tab keeps what was typed, encrypted. */
export const draftItem = 'idv-draft';
