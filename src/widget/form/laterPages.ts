/** Everything needed after the first page of the details, as one script, including the schema and the country names. */
export { errorSummary } from '../templates/errorSummary.ts';
export { adoptLaterStyles as adoptStyles } from './adoptLaterStyles.ts';
export { birthPage } from './birthPage.ts';
export { CountryField } from './CountryField.ts';
export { CountryNames } from './CountryNames.ts';
export { checkPage } from './checkPage.ts';
export { correctionAsked } from './correctionAsked.ts';
export { judgeForm, pageOfField, refusedFields } from './judgeDetails.ts';
export { morePage } from './morePage.ts';
export { problemText } from './problemText.ts';
export { latinDigits } from './readDetails.ts';

export { submitPage } from './submitPage.ts';
