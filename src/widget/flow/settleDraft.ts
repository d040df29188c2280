import type { SessionCase } from '../../contract/case.ts';
import { hasDraft } from '../form/hasDraft.ts';
import { loadDraftStore } from '../form/loadDraftStore.ts';
import type { Drafts } from '../step/step.ts';

/**
 * What a page that begins anew does about the details that the tab still keeps: those that were sent are there again to be
 * changed; those of a case that is over are destroyed. If the script can't be had, they go with the tab, or after half an hour.
 */
export async function settleDraft(state: SessionCase, drafts: Drafts): Promise<void> {
  if (!hasDraft()) return;
  const store = await loadDraftStore();
  if (state.status !== 'requires_input') return store.forget();
  if (drafts.details || state.requirements.currentlyDue.includes('personal_details')) return;
  const draft = await store.load(state.id);
  if (draft?.isSent && drafts.caseId === state.id) drafts.details ??= draft;
}
