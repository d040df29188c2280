import './elementTypes.ts';

export type { Limits } from '../vision/judge/limits.ts';
export type {
  ErrorReport,
  FrameReason,
  IdvEventDetails,
  IdvEventMap,
  IdvEventName,
  NoticeCode,
} from './events.ts';
export { IdvVerifyElement } from './IdvVerifyElement.ts';
