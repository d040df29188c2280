import {
  createElement,
  forwardRef,
  type HTMLAttributes,
  type ReactElement,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import type { IdvEventMap, IdvEventName } from '../widget/index.ts';
import { IdvVerifyElement } from '../widget/register.ts';

/**
 * `<idv-verify>` as a React component, for React 18 and later. On a server it renders the bare element. In the browser
 * the handlers are attached before the session is set, so that no event is missed.
 */
export const IdvVerify: (props: IdvVerifyProps) => ReactElement = forwardRef<
  IdvVerifyElement,
  Omit<IdvVerifyProps, 'ref'>
>(function IdvVerify(props, ref) {
  const element = useRef<IdvVerifyElement>(null);
  const { handlers, rest } = handlersOf(props);
  const { settings, attributes } = settingsOf(rest);
  // In this order, because layout effects run in the order of their declaration.
  useHandlers(element, handlers);
  useSettings(element, settings);
  useImperativeHandle(ref, () => element.current!, []);
  return createElement('idv-verify', { ...attributes, ref: element });
}) as (props: IdvVerifyProps) => ReactElement;

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

/** Adds the listeners once, and calls the handlers of the latest rendering. */
function useHandlers(element: RefObject<IdvVerifyElement | null>, handlers: HandlersByEvent): void {
  const current = useRef(handlers);
  useBrowserEffect(() => {
    current.current = handlers;
  });
  useBrowserEffect(() => {
    const controller = new AbortController();
    for (const name of NAMES)
      element.current?.addEventListener(
        name,
        // Ignores events of another such element in a slot.
        (event) => event.target === element.current && current.current[name]?.(event as never),
        { signal: controller.signal },
      );
    return () => controller.abort();
  }, [element]);
}

/** Sets properties on the element when they change. A removed one is reset to its original value. */
function useSettings(element: RefObject<IdvVerifyElement | null>, settings: SettingsByName): void {
  const before = useRef<SettingsByName>({});
  const previous = useRef<SettingsByName>({});
  useBrowserEffect(() => {
    const target = element.current as SettingsByName | null;
    if (!target) return;
    const names = new Set([...Object.keys(previous.current), ...Object.keys(settings)]) as Set<
      keyof SettingsByName
    >;
    for (const name of names) {
      if (!(name in before.current)) before.current[name] = target[name];
      const value = settings[name] === undefined ? before.current[name] : settings[name];
      if (!Object.is(target[name], value)) target[name] = value;
    }
    previous.current = settings;
  });
}

/**
 * A layout effect, which runs before the browser paints. On a server, where React 18 warns about layout effects, an
 * effect, which never runs.
 */
const useBrowserEffect: typeof useEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** Properties of the element, by name. */
type SettingsByName = Partial<Record<keyof IdvVerifyElement, unknown>>;

/** Separates the element's own properties, which are set on the element, from attributes, which React writes. */
function settingsOf(props: IdvVerifyProps): {
  settings: SettingsByName;
  attributes: Record<string, unknown>;
} {
  const attributes: Record<string, unknown> = { ...props };
  const settings: SettingsByName = {};
  for (const name of Object.keys(IdvVerifyElement.properties) as (keyof IdvVerifyElement)[]) {
    if (!(name in attributes)) continue;
    settings[name] = attributes[name];
    delete attributes[name];
  }
  return { settings, attributes };
}

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

/** Handlers by event name. An absent handler has no effect. */
type HandlersByEvent = Partial<Record<IdvEventName, (event: never) => void>>;

/** Extracts the handlers from the properties. */
function handlersOf<Props extends IdvVerifyProps>(
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

/** The properties set on the element; `undefined` leaves the element's default. */
type Settings = Partial<
  Pick<
    IdvVerifyElement,
    | 'locale'
    | 'theme'
    | 'mode'
    | 'languages'
    | 'languageSwitch'
    | 'preset'
    | 'noRedirect'
    | 'sessionUrl'
    | 'assetBase'
    | 'siteName'
    | 'contact'
    | 'privacyUrl'
    | 'alternativeUrl'
    | 'testFace'
    | 'session'
    | 'fetchSession'
    | 'limits'
    | 'messages'
  >
>;

/** The handlers of the element's events; each receives the event. */
interface Handlers {
  /** The first screen is displayed. */
  onReady?: (event: IdvEventMap['idv-ready']) => void;
  /** Another screen is displayed. */
  onStep?: (event: IdvEventMap['idv-step']) => void;
  /** The guidance measured a frame of the camera. */
  onFrame?: (event: IdvEventMap['idv-frame']) => void;
  /** All required items were submitted. The event has no outcome: only your back end receives it. */
  onSubmitted?: (event: IdvEventMap['idv-submitted']) => void;
  /** The page is about to go to the return URL; `preventDefault()` keeps it here. */
  onReturn?: (event: IdvEventMap['idv-return']) => void;
  /** An error occurred. Not the DOM's `error` event of an image. */
  onError?: (event: IdvEventMap['idv-error']) => void;
  /** A feature is degraded. */
  onNotice?: (event: IdvEventMap['idv-notice']) => void;
  /** The session ended and could not be renewed. */
  onSessionExpired?: (event: IdvEventMap['idv-session-expired']) => void;
  /** The person did not agree, or closed the dialog. */
  onCancel?: (event: IdvEventMap['idv-cancel']) => void;
}

type Global = Omit<HTMLAttributes<HTMLElement>, keyof Handlers | keyof Settings>;

/** The properties of `<IdvVerify>`. Everything else goes to the element as an attribute; children fill its slots. */
export interface IdvVerifyProps extends Global, Settings, Handlers {
  /** The element itself, with `show()` and `close()`. */
  ref?: Ref<IdvVerifyElement>;
}
