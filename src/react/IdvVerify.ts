import { createElement, forwardRef, type ReactElement, useImperativeHandle, useRef } from 'react';
import type { IdvVerifyElement } from '../widget/register.ts';
import { handlersOf } from './handlersOf.ts';
import type { IdvVerifyProps } from './IdvVerifyProps.ts';
import { settingsOf } from './settingsOf.ts';
import { useHandlers } from './useHandlers.ts';
import { useSettings } from './useSettings.ts';

/**
 * `<idv-verify>` as a React component, from React 18 on. On a server it renders the bare element; in the browser
 * handlers are in place before the session is, so that no event is missed.
 */
export const IdvVerify: (props: IdvVerifyProps) => ReactElement = forwardRef<
  IdvVerifyElement,
  Omit<IdvVerifyProps, 'ref'>
>(function IdvVerify(props, ref) {
  const own = useRef<IdvVerifyElement>(null);
  const { handlers, rest } = handlersOf(props);
  const { settings, attributes } = settingsOf(rest);
  // In this order: layout effects run as they are listed.
  useHandlers(own, handlers);
  useSettings(own, settings);
  useImperativeHandle(ref, () => own.current!, []);
  return createElement('idv-verify', { ...attributes, ref: own });
}) as (props: IdvVerifyProps) => ReactElement;
