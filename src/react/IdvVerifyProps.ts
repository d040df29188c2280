import type { HTMLAttributes, Ref } from 'react';
import type { IdvEventMap, IdvVerifyElement } from '../widget/index.ts';

/** What is set on the element as it stands; `undefined` leaves the element's default. */
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
    | 'session'
    | 'fetchSession'
    | 'limits'
    | 'messages'
  >
>;

/** What is called for each event of the element, with the event itself. */
interface Handlers {
  /** The first screen is up. */
  onReady?: (event: IdvEventMap['idv-ready']) => void;
  /** Another screen is up. */
  onStep?: (event: IdvEventMap['idv-step']) => void;
  /** The guidance measured a frame of the camera. */
  onFrame?: (event: IdvEventMap['idv-frame']) => void;
  /** Everything that was due has been sent. Not how it came out: that your back end hears. */
  onSubmitted?: (event: IdvEventMap['idv-submitted']) => void;
  /** The page is about to go to the return URL; `preventDefault()` keeps it here. */
  onReturn?: (event: IdvEventMap['idv-return']) => void;
  /** Something went wrong. Not the DOM's `error`, which an image has. */
  onError?: (event: IdvEventMap['idv-error']) => void;
  /** Something works less well than it could. */
  onNotice?: (event: IdvEventMap['idv-notice']) => void;
  /** The session ended and no new one could be had. */
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
