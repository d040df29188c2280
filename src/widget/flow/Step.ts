import type { CSSResult, TemplateResult } from 'lit';
import type { FlowContext } from './FlowContext.ts';

/**
 * One screen. It is made when the screen is entered; `signal` is aborted when it is left, and everything that
 * the step has started (requests, timers, the camera) ends with it.
 */
export interface Step {
  render(): TemplateResult;
  /** Where the person is within a step that has several screens. */
  readonly page?: { at: number; of: number };
  /** Whether the step asks the person before a dialog closes over it; then it calls `close` once they are sure. */
  asksFirst?(close: () => void): boolean;
  /** To the screen before; `null` where there is none. */
  readonly back?: (() => void) | null;
}

export interface StepClass {
  /** What only this step needs. */
  readonly styles?: CSSResult;
  new (context: FlowContext, signal: AbortSignal): Step;
}
