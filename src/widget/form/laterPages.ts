/** What is needed after the first screen of the details, as one script: the schema and the country names among it. */
export { birthPage } from './birthPage.ts';
export { CountryField } from './CountryField.ts';
export { CountryNames } from './CountryNames.ts';
export { checkPage } from './checkPage.ts';
export { judgeDetails, problemOf } from './judgeDetails.ts';
export { morePage } from './morePage.ts';
export { readDetails } from './readDetails.ts';
