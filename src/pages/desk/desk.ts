import { remindOfBreak, watchIdleness } from './idleness.ts';
import { listenForKeys, sendByReason, showKeys } from './keys.ts';
import { handlePictures } from './pictures.ts';
import { followQueue } from './queue.ts';
import { releaseClaimOnLeaving, watchCase } from './watchCase.ts';

// The pages of the review desk: keys, zoom, blur, the live queue and the warning before a session ends.

showKeys();
listenForKeys();
sendByReason();
handlePictures();
followQueue();
watchIdleness();
remindOfBreak();
watchCase();
releaseClaimOnLeaving();
