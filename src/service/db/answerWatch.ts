/** Watches whether what is asked is answered. */
export interface AnswerWatch {
  /** To be called when something is asked. */
  asked(): void;
  /** To be called for each answer. */
  answered(): void;
}

/**
 * Tells when something was asked and nothing was answered for so long. One timer serves all that is asked: to set and clear
 * one for each costs as much as the rest of a small question.
 * @param limitMs 0 for no limit.
 */
export function answerWatch(limitMs: number, onSilence: () => void): AnswerWatch {
  let waiting = 0;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    timer = undefined;
    if (waiting === 0) return;
    const left = since + limitMs - performance.now();
    if (left <= 0) onSilence();
    else wait(left);
  };
  const wait = (ms: number) => {
    // Connections outlive what is asked of them, and must not keep the process.
    timer = setTimeout(look, ms).unref();
  };
  return {
    asked: () => {
      if (waiting++ > 0 || limitMs === 0) return;
      since = performance.now();
      if (!timer) wait(limitMs);
    },
    answered: () => {
      waiting--;
      since = performance.now();
    },
  };
}
