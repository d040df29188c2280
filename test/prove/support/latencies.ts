/** Times of one kind of request: median and 99th percentile. */
export interface Latencies {
  /** Milliseconds. */
  p50: number;
  p99: number;
  count: number;
  /** Answers that were not 2xx, and requests without an answer. */
  failed: number;
  stop(): Promise<void>;
}

/** Sends one request every `everyMs` milliseconds, like a client that nothing should delay. */
export function measureLatencies(request: () => Promise<number>, everyMs: number): Latencies {
  const times: number[] = [];
  let [failed, isOver] = [0, false];
  const loop = (async () => {
    while (!isOver) {
      const began = performance.now();
      const status = await request().catch(() => 0);
      times.push(performance.now() - began);
      if (status < 200 || status > 299) failed++;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, everyMs - (performance.now() - began))));
    }
  })();
  const at = (share: number) => {
    const sorted = [...times].sort((a, b) => a - b);
    return (
      Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10
    );
  };
  return {
    get p50() {
      return at(0.5);
    },
    get p99() {
      return at(0.99);
    },
    get count() {
      return times.length;
    },
    get failed() {
      return failed;
    },
    stop: async () => {
      isOver = true;
      await loop;
    },
  };
}
