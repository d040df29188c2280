/** One script, which is loaded after the first screen is shown. */
export { openClient, setupNotice } from '../session/connection.ts';
export { BrowserBack } from '../step/BrowserBack.ts';
