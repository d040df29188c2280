import type { FormPort } from './FormPort.ts';
import { type JudgedDetails, judgeDetails } from './judgeDetails.ts';

/** Judges all that was typed; of an address its country says more than the schema. */
export function judgeForm(form: FormPort): JudgedDetails {
  const { details, problems } = judgeDetails(form.typed, form.fields, form.case.mode);
  const ofAddress = form.fields.address === 'hidden' ? [] : form.addressProblems();
  const others = problems.filter(({ path }) => !ofAddress.some((problem) => problem.path === path));
  return { details, problems: [...others, ...ofAddress] };
}
