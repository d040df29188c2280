/** The script that stores the draft. Needed only after the first input. */
export async function loadDraftStore() {
  return (await import('./draftStore.ts')).draftStore;
}
