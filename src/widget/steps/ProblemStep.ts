import { fillText } from '../locales/fillText.ts';
import { isolated } from '../locales/isolated.ts';
import type { FlowContext, Step } from '../step/step.ts';
import { whenOnline } from '../step/whenOnline.ts';
import { icon } from '../templates/icon.ts';
import { messageScreen } from '../templates/messageScreen.ts';

type ProblemContext = Pick<FlowContext, 'messages' | 'problem' | 'finish'>;

/** The screen for failures that no other screen handles. */
export class ProblemStep implements Step {
  readonly #context: ProblemContext;

  constructor(context: ProblemContext, signal: AbortSignal) {
    this.#context = context;
    if (context.problem?.code === 'offline') whenOnline(signal, () => context.finish('retry'));
  }

  render() {
    const { messages, problem } = this.#context;
    const { title, reference } = messages.problem;
    const isOffline = problem?.code === 'offline';
    return messageScreen({
      picture: icon('alert'),
      tone: isOffline ? 'calm' : 'bad',
      title: isOffline ? messages.errors.offline : title,
      text: isOffline ? '' : (problem?.message ?? messages.errors.other),
      note: problem?.requestId
        ? fillText(messages.tag, reference, { id: isolated(problem.requestId) })
        : undefined,
      action: { label: messages.frame.again, press: () => this.#context.finish('retry') },
    });
  }
}
