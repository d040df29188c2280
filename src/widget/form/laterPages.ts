import { adoptStyles as adoptSheets } from 'lit';
import { laterFormStyles } from '../styles/laterFormStyles.ts';

/** Everything needed after the first page of the details, as one script, including the schema and the country names. */
export { latinDigits } from '../locales/latinDigits.ts';
export { errorSummary } from '../templates/errorSummary.ts';
export { birthPage } from './birthPage.ts';
export { CountryField } from './CountryField.ts';
export { CountryNames } from './CountryNames.ts';
export { checkPage } from './checkPage.ts';
export { judgeForm, pageOfField, refusedFields } from './judgeDetails.ts';
export { morePage } from './morePage.ts';
export { correctionAsked, problemText, refusalsOf } from './problemText.ts';
export { submitPage } from './submitPage.ts';

/** Adds the style sheet of the later screens to a root, after the existing ones; once. */
export function adoptStyles(root: ShadowRoot): void {
  const adopted = root.adoptedStyleSheets;
  const { styleSheet } = laterFormStyles;
  if (!styleSheet || !adopted.includes(styleSheet)) adoptSheets(root, [...(adopted ?? []), laterFormStyles]);
}
