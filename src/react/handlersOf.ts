import type { IdvEventName } from '../widget/index.ts';
import type { IdvVerifyProps } from './IdvVerifyProps.ts';

const EVENTS = {
  onReady: 'idv-ready',
  onStep: 'idv-step',
  onFrame: 'idv-frame',
  onSubmitted: 'idv-submitted',
  onReturn: 'idv-return',
  onError: 'idv-error',
  onNotice: 'idv-notice',
  onSessionExpired: 'idv-session-expired',
  onCancel: 'idv-cancel',
} as const satisfies Partial<Record<keyof IdvVerifyProps, IdvEventName>>;

/** Handlers by the name of their event; one that isn't there is called for nothing. */
export type HandlersByEvent = Partial<Record<IdvEventName, (event: never) => void>>;

/** Takes the handlers out of the properties. */
export function handlersOf<Props extends IdvVerifyProps>(
  props: Props,
): { handlers: HandlersByEvent; rest: Omit<Props, keyof typeof EVENTS> } {
  const rest = { ...props } as Record<string, unknown>;
  const handlers: HandlersByEvent = {};
  for (const [prop, event] of Object.entries(EVENTS)) {
    const handler = rest[prop];
    delete rest[prop];
    if (handler) handlers[event] = handler as (event: never) => void;
  }
  return { handlers, rest: rest as unknown as Omit<Props, keyof typeof EVENTS> };
}
