import { attributeProblems, type CheckedAttributes } from './attributeProblems.ts';
import { reportNotice } from './reportNotice.ts';

/** Says of each value that its attribute does not take, once. @param said what was said before; grows. */
export function reportAttributes(element: HTMLElement & CheckedAttributes, said: Set<string>): void {
  const { locale, theme, mode, preset } = element;
  for (const problem of attributeProblems({ locale, theme, mode, preset })) {
    if (!said.has(problem)) reportNotice(element, 'attribute_invalid', problem);
    said.add(problem);
  }
}
