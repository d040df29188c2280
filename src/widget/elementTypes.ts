import type { IdvEventMap } from './events.ts';
import type { IdvVerifyElement } from './IdvVerifyElement.ts';

declare global {
  interface HTMLElementTagNameMap {
    'idv-verify': IdvVerifyElement;
  }
  /** The events bubble: they can be heard on the element and on everything around it. */
  interface GlobalEventHandlersEventMap extends IdvEventMap {}
}
