/**
 * Starts a module worker that says something by itself once it runs: directly, or, since a worker must come from
 * the page's own origin, by way of a blob that imports it.
 * @returns nothing when the page's policy allows neither.
 */
export async function startWorker(url: string): Promise<Worker | undefined> {
  for (const start of [() => new Worker(url, { type: 'module' }), () => bootstrap(url)]) {
    try {
      return await started(start());
    } catch {
      // Not from here; the next way may be open.
    }
  }
  return undefined;
}

/**
 * A worker from this origin that does nothing but import the one from the other. It imports while it runs, since
 * what it imports beforehand would have to be allowed as a worker too: so `worker-src blob:` is enough.
 */
function bootstrap(target: string): Worker {
  const source = new Blob([`await import(${JSON.stringify(target)});`], { type: 'text/javascript' });
  const url = URL.createObjectURL(source);
  const bridge = new Worker(url, { type: 'module' });
  const release = () => URL.revokeObjectURL(url);
  for (const type of ['message', 'error']) bridge.addEventListener(type, release, { once: true });
  return bridge;
}

/** Waits for the worker's first word: a worker that is forbidden or missing only says so by an event. */
function started(worker: Worker): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const failed = () => {
      worker.terminate();
      reject(new Error('The worker does not start.'));
    };
    worker.addEventListener('message', () => resolve(worker), { once: true });
    worker.addEventListener('error', failed, { once: true });
  });
}
