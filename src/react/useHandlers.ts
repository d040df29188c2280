import { type RefObject, useRef } from 'react';
import type { IdvEventName, IdvVerifyElement } from '../widget/index.ts';
import type { HandlersByEvent } from './handlersOf.ts';
import { useBrowserEffect } from './useBrowserEffect.ts';

const NAMES: IdvEventName[] = [
  'idv-ready',
  'idv-step',
  'idv-frame',
  'idv-submitted',
  'idv-return',
  'idv-error',
  'idv-notice',
  'idv-session-expired',
  'idv-cancel',
];

/** Listens once, and calls the handlers of the last rendering. */
export function useHandlers(element: RefObject<IdvVerifyElement | null>, handlers: HandlersByEvent): void {
  const latest = useRef(handlers);
  useBrowserEffect(() => {
    latest.current = handlers;
  });
  useBrowserEffect(() => {
    const controller = new AbortController();
    for (const name of NAMES)
      element.current?.addEventListener(
        name,
        // Events of another such element in a slot are its own.
        (event) => event.target === element.current && latest.current[name]?.(event as never),
        { signal: controller.signal },
      );
    return () => controller.abort();
  }, [element]);
}
