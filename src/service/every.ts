import { errorForLog, type Log } from './log.ts';

interface Periodic {
  /** Names the work in the log. */
  name: string;
  log: Log;
  /** Whether a round may start before the one before has ended. */
  overlaps?: boolean;
}

/** Work that is repeated until it is stopped. */
export interface Repeated {
  /** Ends the repetition, and waits for the rounds in progress. */
  stop(): Promise<void>;
}

/**
 * Repeats work. The only timer of the service that repeats: a round that fails, synchronously or not, is logged with its
 * cause, and the next one comes. Nobody awaits a round, so without this its failure would end the process.
 */
export function every(ms: number, work: () => unknown, { name, log, overlaps = false }: Periodic): Repeated {
  const underWay = new Set<Promise<void>>();
  const round = async () => {
    try {
      await work();
    } catch (error) {
      log.error('periodic work failed', { work: name, ...errorForLog(error) });
    }
  };
  const begin = () => {
    if (underWay.size > 0 && !overlaps) return;
    const begun = round().finally(() => underWay.delete(begun));
    underWay.add(begun);
  };
  const timer = setInterval(begin, ms).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}
