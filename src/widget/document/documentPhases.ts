import type { CameraProblem, ErrorReport } from '../events.ts';
import type { HandoffPanel } from '../selfie/handoff/HandoffPanel.ts';
import type { FlowContext } from '../step/step.ts';
import type { DocumentCapture } from './DocumentCapture.ts';
import type { Side } from './documentSides.ts';
import type { DocumentCamera } from './openDocumentCamera.ts';

/** What the step uses of the flow. */
export type DocumentContext = Pick<
  FlowContext,
  | 'messages'
  | 'client'
  | 'case'
  | 'site'
  | 'drafts'
  | 'view'
  | 'assetBase'
  | 'testFace'
  | 'loadMessages'
  | 'readCase'
  | 'settle'
  | 'fail'
  | 'emit'
  | 'notice'
>;

export interface DocumentChoiceOptions {
  /** Continues without a document. */
  type: () => void;
}

export interface Live {
  name: 'live';
  side: Side;
  camera: DocumentCamera;
  cameras: MediaDeviceInfo[];
  capture: DocumentCapture | null;
  isLit: boolean;
}

export type Phase =
  | { name: 'kinds' }
  | { name: 'opening' }
  | Live
  | { name: 'no_camera'; problem: CameraProblem }
  | { name: 'phone'; panel: HandoffPanel }
  | { name: 'sending'; isSent: boolean }
  | {
      name: 'unsent';
      error: ErrorReport;
      mayRepeat: boolean;
      /** Takes new pictures: of all sides, or of the one that failed. */
      retake: () => unknown;
    };

export type OpenCamera = (signal: AbortSignal) => Promise<DocumentCamera>;

const NEEDS_NEW_PICTURES = [
  'challenge_expired',
  'challenge_mismatch',
  'image_unreadable',
  'image_too_small',
  'body_too_large',
  'validation_failed',
];

/** Whether a code refuses the pictures themselves, or their check: sending them again can't help. */
export function needsNewPictures(code: string): boolean {
  return NEEDS_NEW_PICTURES.includes(code);
}
