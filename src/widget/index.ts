export type { Limits } from '../vision/judge/limits.ts';
export type { ErrorReport, FrameReason, IdvEventDetails, IdvEventMap, IdvEventName } from './events.ts';
export { IdvVerifyElement } from './IdvVerifyElement.ts';
