import { copyByButton } from './copy.ts';
import { watchDrafts } from './drafts.ts';
import { markOpenHit } from './hits.ts';
import { remindOfBreak, watchIdleness } from './idleness.ts';
import { listenForKeys, showKeys } from './keys.ts';
import { askBeforeLeaving } from './leaving.ts';
import { sendParts } from './parts.ts';
import { askPasskey } from './passkey.ts';
import { handlePictures } from './pictures.ts';
import { followQueue } from './queue.ts';
import { playTake } from './take.ts';
import { handleTranscription } from './transcription.ts';
import { releaseClaimOnLeaving, watchCase } from './watchCase.ts';

// The pages of the review desk: keys, the viewer, drafts, forms without a reload, the live queue and the warning before a
// session ends.

showKeys();
listenForKeys();
markOpenHit();
handlePictures();
playTake();
handleTranscription();
watchDrafts();
askBeforeLeaving();
sendParts();
askPasskey();
copyByButton();
followQueue();
watchIdleness();
remindOfBreak();
watchCase();
releaseClaimOnLeaving();
