import type { RedeemedLink } from '../../contract/link.ts';
import type { ClientSession } from '../../contract/sessionKey.ts';
import type { Frame } from './Frame.ts';

/** How a case is shown by the widget. */
export interface ShownCase {
  /** Requests later sessions; by default with the link. */
  next?: () => Promise<ClientSession>;
  /** Runs after the last screen. */
  submitted?: () => void;
  /** Runs when the person leaves. */
  closed?: () => void;
}

/** What a session of a link and one of a hand-off have in common. */
export type EnteredCase = Pick<RedeemedLink, 'session' | 'branding' | 'locale'>;

/** What the phone of a hand-off uses of the page. */
export interface PhoneHost {
  readonly frame: Frame;
  /** The fragment with which a wallet leads back. */
  readonly walletReturn: string;
  /**
   * Enters a case.
   * @param leave on the phone of a hand-off: ends it.
   * @returns whether this page may show it.
   * @throws if the texts of its language do not arrive.
   */
  enter(entered: EnteredCase, leave?: (() => Promise<void>) | null): Promise<boolean>;
  /** Runs a step. If something that it needs does not arrive, says so and offers to run it again. */
  attempt(step: () => unknown): Promise<void>;
  show(...parts: Node[]): void;
  /** Shows a final screen. */
  showLast(draw: () => void, ...parts: Node[]): void;
  /** Says what went wrong, with a button that runs a step again. */
  showProblem(problem: 'connection' | 'busy', again: () => unknown): void;
  showWidget(shown?: ShownCase): Promise<void>;
  showOtherWay(): void;
  /** Recommends another browser, with an address to copy. */
  otherBrowser(address: string): HTMLElement;
  /** @param draw renders the screen again after a change of language. */
  redraw(draw: () => void): void;
}
