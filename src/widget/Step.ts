import type { CSSResult, TemplateResult } from 'lit';
import type { Journey } from './Journey.ts';

/**
 * One screen. It is made when the screen is entered; `signal` is aborted when it is left, and everything that
 * the step has started (requests, timers, the camera) ends with it.
 */
export interface Step {
  render(): TemplateResult;
}

export interface StepClass {
  /** What only this step needs. */
  readonly styles?: CSSResult;
  new (journey: Journey, signal: AbortSignal): Step;
}
