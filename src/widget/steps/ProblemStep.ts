import type { Journey } from '../Journey.ts';
import type { Step } from '../Step.ts';
import { messageScreen } from '../templates/messageScreen.ts';

/** Something failed that no other screen has words for. */
export class ProblemStep implements Step {
  readonly #journey: Journey;

  constructor(journey: Journey) {
    this.#journey = journey;
  }

  render() {
    const { texts, problem } = this.#journey;
    const { title, again, reference } = texts.problem;
    return messageScreen({
      picture: 'alert',
      tone: 'bad',
      title,
      text: problem?.message ?? texts.errors.other,
      note: problem?.requestId ? reference(problem.requestId) : undefined,
      action: { label: again, press: () => this.#journey.finish('retry') },
    });
  }
}
