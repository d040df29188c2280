import './elementTypes.ts';

export type { CaptureThresholds } from '../vision/judge/thresholds.ts';
export type {
  ErrorReport,
  ErrorReportCode,
  FrameReason,
  IdvEventDetails,
  IdvEventMap,
  IdvEventName,
  NoticeCode,
} from './events.ts';
export { IdvVerifyElement } from './IdvVerifyElement.ts';
