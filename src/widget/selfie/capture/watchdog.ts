export interface Watchdog {
  /** Progress was made: restarts the wait. */
  reset(): void;
  stop(): void;
}

/** Calls back once there was no progress for that many milliseconds; again only after a reset. */
export function watchdog(ms: number, bark: () => void): Watchdog {
  let timer = setTimeout(bark, ms);
  const stop = () => clearTimeout(timer);
  const reset = () => {
    stop();
    timer = setTimeout(bark, ms);
  };
  return { reset, stop };
}
