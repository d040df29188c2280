import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The people from a position on, up to another. */
export interface Block {
  from: number;
  to: number;
}

export interface Screened {
  /** Milliseconds of each screening, scoring and explanation included. */
  times: number[];
  loadSavedSeconds: number;
  /** The memory of the process after them. */
  rssMb: number;
}

/** A process that screens people with a saved index, one after the other. */
export interface ScreeningProcess {
  screen(block: Block): Promise<Screened>;
  stop(): void;
}

/**
 * Starts a process of its own, so that its memory and its compiled code are those of a service that screens.
 * @param saved a file by `saveIndex`
 * @param people a file with the people, as JSON
 */
export function screeningProcess(saved: string, people: string): ScreeningProcess {
  const child = fork(fileURLToPath(new URL('./savedScreening.ts', import.meta.url)), [saved, people]);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process that screens ended with ${code}`);
  });
  // A process that ends between two blocks is reported by the next one.
  ended.catch(() => {});
  return {
    screen: async (block) => {
      child.send(block);
      const [screened] = await Promise.race([once(child, 'message'), ended]);
      return screened as Screened;
    },
    stop: () => child.kill(),
  };
}
