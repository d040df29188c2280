import type { SessionCase } from '../../contract/case.ts';
import { hasDraft } from '../form/hasDraft.ts';
import { loadDraftStore } from '../form/loadDraftStore.ts';
import type { Drafts } from '../step/step.ts';

/**
 * Handles the draft that a reloaded page finds in the tab. Submitted details are restored for changes; the draft of a
 * closed case is deleted. If this script fails to load, the draft expires with the tab or after half an hour.
 */
export async function settleDraft(state: SessionCase, drafts: Drafts): Promise<void> {
  if (!hasDraft()) return;
  const store = await loadDraftStore();
  if (state.status !== 'requires_input') return store.forget();
  if (drafts.details || state.requirements.currentlyDue.includes('personal_details')) return;
  const draft = await store.load(state.id);
  if (draft?.isSent && drafts.caseId === state.id) drafts.details ??= draft;
}
