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
 * `<idv-verify>` as a React component, from React 18 on. On a server it renders the bare element; in the browser
 * handlers are in place before the session is, so that no event is missed.
 */
export const IdvVerify: (props: IdvVerifyProps) => ReactElement = forwardRef<
  IdvVerifyElement,
  Omit<IdvVerifyProps, 'ref'>
>(function IdvVerify(props, ref) {
  const element = useRef<IdvVerifyElement>(null);
  const { handlers, rest } = handlersOf(props);
  const { settings, attributes } = settingsOf(rest);
  // In this order: layout effects run as they are listed.
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

/** Listens once, and calls the handlers of the last rendering. */
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
        // Events of another such element in a slot are its own.
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

/** Runs before the browser paints; on a server, where React 18 warns of layout effects, never. */
const useBrowserEffect: typeof useEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** Properties of the element, by name. */
type SettingsByName = Partial<Record<keyof IdvVerifyElement, unknown>>;

/** Parts the element's own properties, which are set on it, from attributes, which React writes. */
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

/** Handlers by the name of their event; one that isn't there is called for nothing. */
type HandlersByEvent = Partial<Record<IdvEventName, (event: never) => void>>;

/** Takes the handlers out of the properties. */
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
  /** The first screen is shown. */
  onReady?: (event: IdvEventMap['idv-ready']) => void;
  /** Another screen is shown. */
  onStep?: (event: IdvEventMap['idv-step']) => void;
  /** The guidance measured a frame of the camera. */
  onFrame?: (event: IdvEventMap['idv-frame']) => void;
  /** All required items were sent. Not how it came out: that your back end hears. */
  onSubmitted?: (event: IdvEventMap['idv-submitted']) => void;
  /** The page is about to go to the return URL; `preventDefault()` keeps it here. */
  onReturn?: (event: IdvEventMap['idv-return']) => void;
  /** Something went wrong. Not the DOM's `error`, which an image has. */
  onError?: (event: IdvEventMap['idv-error']) => void;
  /** Something works less well than it could. */
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
