import type { SessionCase } from '../../../contract/case.ts';
import { isComputer } from '../../step/isComputer.ts';
import type { FlowContext } from '../../step/step.ts';
import type { HandoffPanel } from './HandoffPanel.ts';

/** The hand-off to a phone, offered to a person at a computer. */
export interface OfferedHandoff {
  Panel: typeof HandoffPanel;
  /** Whether it is offered instead of the camera, because there is no camera. */
  isFirst: boolean;
  /** Whether it is shown at once: the policy requires it, or one was started before the page was reloaded. */
  isDue: boolean;
}

/** Whether a phone may take the pictures: the policy allows it, and this is a computer. */
export function takesHandoff({ handoff }: Pick<SessionCase, 'handoff'>): boolean {
  return handoff !== 'disable' && isComputer();
}

/**
 * Loads the script and the texts of the hand-off, looks for a camera, and for a hand-off in progress.
 * @throws the browser's error if a script or the texts fail to load; the reason of `signal` if that aborts.
 */
export async function findHandoff(
  context: Pick<FlowContext, 'case' | 'client' | 'messages' | 'loadMessages'>,
  signal: AbortSignal,
  step: 'document' | 'selfie' = 'selfie',
): Promise<OfferedHandoff> {
  const [{ HandoffPanel: Panel }, hasCamera] = await Promise.all([
    import('./HandoffPanel.ts'),
    findCamera(),
    context.loadMessages('handoff'),
  ]);
  signal.throwIfAborted();
  if (!context.messages.handoff) throw new TypeError('The texts of the hand-off did not load');
  const isForced = step === 'selfie' && context.case!.handoff === 'force';
  const isDue = isForced || (await Panel.isRunning(context.client, signal, step));
  return { Panel, isFirst: !hasCamera, isDue };
}

/** Whether the browser lists a camera; it does so without permission. */
async function findCamera(): Promise<boolean> {
  // A browser that lists no devices has no camera for the page.
  const devices = await navigator.mediaDevices?.enumerateDevices().catch(() => []);
  return devices?.some(({ kind }) => kind === 'videoinput') ?? false;
}
