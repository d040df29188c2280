import type { FlowContext } from '../flow/FlowContext.ts';

/** What the selfie needs of the flow. */
export type SelfieContext = Pick<
  FlowContext,
  | 'messages'
  | 'client'
  | 'case'
  | 'drafts'
  | 'limits'
  | 'assetBase'
  | 'view'
  | 'emit'
  | 'notice'
  | 'finish'
  | 'settle'
>;
