/** The page's line to the service, as one script: the first screen stands before it is needed. */
export { openClient } from './openClient.ts';
export { setupNotice } from './setupNotice.ts';
