import type { PersonalDetails } from '../../contract/personalDetails.ts';
import type { FlowContext } from '../step/step.ts';
import type { FieldProblem, FormPort } from './formPort.ts';
import { judgeForm, pageOfField } from './judgeDetails.ts';

/** The possible results of submitting a page of the details. */
export interface PageSubmission {
  context: Pick<FlowContext, 'client' | 'case' | 'preload' | 'readCase'>;
  signal: AbortSignal;
  refuse(problems: FieldProblem[]): void;
  next(): void;
  /** Preserves the draft across a reload of the page, if it can be stored. */
  remember(): Promise<void>;
}

/** Validates the current page. Then continues with the next page, or submits the details from the last one. */
export async function submitPage(form: FormPort, submission: PageSubmission): Promise<void> {
  const { page } = form.draft;
  if (page === 'address') form.settleAddress();
  const { details, problems } = judgeForm(form);
  const pageProblems = problems.filter(({ path }) => page === 'check' || pageOfField(path) === page);
  if (pageProblems.length > 0) submission.refuse(pageProblems);
  else if (page === 'check') await send(form, details!, submission);
  else submission.next();
}

async function send(
  { draft, case: state }: FormPort,
  details: PersonalDetails,
  { context, signal, remember }: PageSubmission,
): Promise<void> {
  // Who sends them while a document could be shown goes on without one.
  const isDue = state.requirements.currentlyDue.includes('personal_details') || state.document.isOpen;
  if (isDue || !draft.isSent) await context.client.submitPersonalDetails(details, { signal });
  draft.isSent = true;
  await remember();
  context.preload('selfie');
  await context.readCase(signal);
}
