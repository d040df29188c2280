import type { Prefill } from '../../contract/personalDetails.ts';
import { draftFrom } from '../form/draftFrom.ts';
import { loadDraftStore } from '../form/loadDraftStore.ts';
import type { FlowContext } from '../step/step.ts';

/** Fills the form with what a document says; what the site gave stays where the document says nothing. */
export async function keepRead(
  { case: state, drafts }: Pick<FlowContext, 'case' | 'drafts'>,
  read: Prefill,
): Promise<void> {
  const { id, mode, prefill } = state!;
  // Nobody has a name that forces an outcome of test mode: with it all that the site gave stays.
  const isForced = mode === 'test' && /^IDVTEST_/.test(prefill?.familyName ?? '');
  drafts.details = draftFrom(isForced ? { ...read, ...prefill } : { ...prefill, ...read });
  // A draft that can't be stored is lost with the page, nothing else.
  await loadDraftStore()
    .then((store) => store.save(id, drafts.details!))
    .catch(() => undefined);
}
