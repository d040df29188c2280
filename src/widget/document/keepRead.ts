import type { Prefill } from '../../contract/personalDetails.ts';
import { draftFrom } from '../form/draftFrom.ts';
import { hasDraft } from '../form/hasDraft.ts';
import { loadDraftStore } from '../form/loadDraftStore.ts';
import type { DetailsDraft } from '../step/detailsDraft.ts';
import type { FlowContext } from '../step/step.ts';

/**
 * Fills the form with what a document says. Where it says nothing, what was typed stays, and before anything was typed what the
 * site gave.
 */
export async function keepRead(
  { case: state, drafts }: Pick<FlowContext, 'case' | 'drafts'>,
  read: Prefill,
): Promise<void> {
  const { id, mode, prefill } = state!;
  // Nobody has a name that forces an outcome of test mode: with it all that the site gave stays.
  const isForced = mode === 'test' && /^IDVTEST_/.test(prefill?.familyName ?? '');
  const said = isForced ? { ...read, ...prefill } : { ...prefill, ...read };
  // A draft that can't be stored is lost with the page, nothing else.
  const store = await loadDraftStore().catch(() => null);
  const typed = (hasDraft(id) && (await store?.load(id))) || drafts.details;
  drafts.details = withTyped(draftFrom(said), typed, Object.keys(read));
  await store?.save(id, drafts.details);
}

/** @param read the names of what the document says, of which nothing that was typed stays. */
function withTyped(filled: DetailsDraft, before: DetailsDraft | null, read: readonly string[]): DetailsDraft {
  const isName = (path: string) => path === 'mononym' || path === 'fullName';
  const isSaid = (path: string) => isName(path) || read.includes(path.split('.', 1)[0]!);
  const kept = Object.entries(before?.typed ?? {}).filter(([path]) => !isSaid(path));
  return { ...filled, typed: { ...filled.typed, ...Object.fromEntries(kept) } };
}
