export interface Watchdog {
  /** Something was achieved: waits from now on. */
  reset(): void;
  stop(): void;
}

/** Calls back once nothing was achieved for so many milliseconds; again only after a reset. */
export function watchdog(ms: number, bark: () => void): Watchdog {
  let timer = setTimeout(bark, ms);
  const stop = () => clearTimeout(timer);
  const reset = () => {
    stop();
    timer = setTimeout(bark, ms);
  };
  return { reset, stop };
}
