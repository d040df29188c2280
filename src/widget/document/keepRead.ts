import type { Prefill } from '../../contract/personalDetails.ts';
import { draftFrom } from '../form/draftFrom.ts';
import { loadDraftStore } from '../form/loadDraftStore.ts';
import type { FlowContext } from '../step/step.ts';

/** Fills the form with what a document says; what the site gave stays where the document says nothing. */
export async function keepRead(
  { case: state, drafts }: Pick<FlowContext, 'case' | 'drafts'>,
  read: Prefill,
): Promise<void> {
  drafts.details = draftFrom({ ...state!.prefill, ...read });
  // A draft that can't be stored is lost with the page, nothing else.
  await loadDraftStore()
    .then((store) => store.save(state!.id, drafts.details!))
    .catch(() => undefined);
}
