/** The script that keeps what was typed; not needed before something is. */
export async function loadDraftStore() {
  return (await import('./draftStore.ts')).draftStore;
}
