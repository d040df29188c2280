import { documentLimits } from '../../contract/documentLimits.ts';
import type { ErrorReport } from '../events.ts';
import { fillText } from '../locales/fillText.ts';
import type { PhotoError } from '../selfie/camera/readPhoto.ts';
import type { DocumentParts } from './documentViews.ts';

/** Why a chosen file can't be used, for the person. */
export function photoReport({ problem }: PhotoError, { messages, texts }: DocumentParts): ErrorReport {
  const isSmall = problem === 'small';
  const message = isSmall
    ? fillText(messages.tag, texts.small, { n: documentLimits.stillSide.min })
    : messages.picture.unreadable;
  return {
    code: isSmall ? 'image_too_small' : 'image_unreadable',
    message,
    retryable: true,
    requestId: null,
  };
}
