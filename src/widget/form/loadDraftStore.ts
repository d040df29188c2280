/** Loads the script that stores the draft. It is needed only after the first input. */
export async function loadDraftStore() {
  return (await import('./draftStore.ts')).draftStore;
}
