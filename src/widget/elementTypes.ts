import type { IdvEventMap } from './events.ts';
import type { IdvVerifyElement } from './IdvVerifyElement.ts';

declare global {
  interface HTMLElementTagNameMap {
    'idv-verify': IdvVerifyElement;
  }
  /** The events bubble: listeners on the element and its ancestors receive them. */
  interface GlobalEventHandlersEventMap extends IdvEventMap {}
}
