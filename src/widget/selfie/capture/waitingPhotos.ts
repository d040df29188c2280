const ITEM = 'idv-photos';

/**
 * Notes in the tab that photos of a case wait to be sent. They are in memory alone, so that a reload loses them: the person is
 * told so.
 * @param caseId `null` once they were sent or are taken anew.
 */
export function notePhotos(caseId: string | null): void {
  try {
    if (caseId === null) sessionStorage.removeItem(ITEM);
    else sessionStorage.setItem(ITEM, caseId);
  } catch {
    // A browser may block storage completely: then nothing is said.
  }
}

/** Whether photos of this case waited before the page was loaded. */
export function hadPhotos(caseId: string): boolean {
  try {
    return sessionStorage.getItem(ITEM) === caseId;
  } catch {
    return false;
  }
}
