import type { SessionCase } from '../../../contract/case.ts';
import type { FlowContext } from '../../step/step.ts';
import type { HandoffPanel } from './HandoffPanel.ts';

/** The hand-off to a phone, offered to a person at a computer. */
export interface OfferedHandoff {
  Panel: typeof HandoffPanel;
  /** Whether it goes before the camera, since there is none. */
  isFirst: boolean;
  /** Whether it is shown at once: the policy wants it, or one was begun before the page was loaded again. */
  isDue: boolean;
}

/** Whether a phone may take the selfie in the place of this device: by the policy, and since it is no phone itself. */
export function takesHandoff({ handoff }: Pick<SessionCase, 'handoff'>): boolean {
  return handoff !== 'disable' && !isPhone();
}

/**
 * Loads what the hand-off needs, looks for a camera, and for a hand-off that is under way.
 * @throws the browser's error if a script or the texts fail to load; the reason of `signal` when that aborts.
 */
export async function findHandoff(
  context: Pick<FlowContext, 'case' | 'client' | 'messages' | 'loadMessages'>,
  signal: AbortSignal,
): Promise<OfferedHandoff> {
  const [{ HandoffPanel: Panel }, hasCamera] = await Promise.all([
    import('./HandoffPanel.ts'),
    findCamera(),
    context.loadMessages('handoff'),
  ]);
  signal.throwIfAborted();
  if (!context.messages.handoff) throw new TypeError('The texts of the hand-off did not load');
  const isDue = context.case!.handoff === 'force' || (await Panel.isRunning(context.client, signal));
  return { Panel, isFirst: !hasCamera, isDue };
}

/** Whether the browser knows of a camera; it says so before anybody has allowed it. */
async function findCamera(): Promise<boolean> {
  const devices = await navigator.mediaDevices?.enumerateDevices().catch(() => []);
  return devices?.some(({ kind }) => kind === 'videoinput') ?? false;
}

/** A phone or a tablet, also one that asks for the pages of computers: then it has no pointer but fingers. */
export function isPhone({ userAgent, maxTouchPoints }: Navigator = navigator): boolean {
  if (/Android|iPhone|iPad|iPod|Mobile/i.test(userAgent)) return true;
  if (/Macintosh/.test(userAgent)) return maxTouchPoints > 1;
  return matchMedia('(pointer: coarse)').matches && !matchMedia('(any-pointer: fine)').matches;
}
