import type { ClientSession } from '../../contract/sessionKey.ts';
import type { CaptureThresholds } from '../../vision/judge/thresholds.ts';
import type { IdvEventDetails, IdvEventName, NoticeCode } from '../events.ts';
import type { Messages } from '../locales/messages.ts';
import type { MessagesPart } from '../locales/textsOf.ts';
import type { SessionSettings } from '../session/sessionSource.ts';
import type { SiteAttributes } from '../step/siteOf.ts';
import type { StepClass, StepView, TestFaceChoice } from '../step/step.ts';

/** The interface that the flow needs from its element. */
export interface FlowHost extends StepView {
  readonly messages: Messages;
  /**
   * Loads the texts of a screen, in the language requested by the case and the page.
   * @throws the browser's error if they fail to load.
   */
  loadMessages(part: MessagesPart): Promise<void>;
  readonly source: SessionSettings;
  /** The session that was in use when the element was removed. Returned only once. */
  takeKept(): ClientSession | null;
  /** Whether the consent may be shown while the case is still loading: nearly every first visit starts with it. */
  readonly expectsConsent: boolean;
  /** The current settings of the page. */
  readonly settings: SiteAttributes & {
    noRedirect: boolean;
    limits: Partial<CaptureThresholds>;
    assetBase: string | null;
    testFace: TestFaceChoice;
  };
  /** Called when another screen is shown. */
  entered(step: StepClass): void;
  notice(code: NoticeCode, detail: string): void;
  emit<Name extends IdvEventName>(name: Name, detail: IdvEventDetails[Name]): boolean;
}
