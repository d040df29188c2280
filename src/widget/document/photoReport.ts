import { documentLimits } from '../../contract/documentLimits.ts';
import type { ErrorReport } from '../events.ts';
import { fillText } from '../locales/fillText.ts';
import type { Messages } from '../locales/messages.ts';
import type { PhotoError } from '../selfie/camera/readPhoto.ts';

/** Why a chosen file can't be used, for the person. */
export function photoReport({ problem }: PhotoError, { tag, picture }: Messages): ErrorReport {
  const message = fillText(tag, picture[problem], { n: documentLimits.stillSide.min });
  const code = problem === 'small' ? 'image_too_small' : 'image_unreadable';
  return { code, message, retryable: true, requestId: null };
}
