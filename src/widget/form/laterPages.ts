/** What is needed after the first screen of the details, as one script: the schema and the country names among it. */
export { errorSummary } from '../templates/errorSummary.ts';
export { adoptLaterStyles as adoptStyles } from './adoptLaterStyles.ts';
export { birthPage } from './birthPage.ts';
export { CountryField } from './CountryField.ts';
export { CountryNames } from './CountryNames.ts';
export { checkPage } from './checkPage.ts';
export { judgeForm } from './judgeForm.ts';
export { latinDigits } from './latinDigits.ts';
export { morePage } from './morePage.ts';
export { pageOfField } from './pageOfField.ts';
export { problemText } from './problemText.ts';
export { refusedFields } from './refusedFields.ts';
export { submitPage } from './submitPage.ts';
