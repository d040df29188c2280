/** The page's connection to the service, as one script: the first screen stands before it is needed. */
export { openClient } from './openClient.ts';
export { setupNotice } from './setupNotice.ts';
