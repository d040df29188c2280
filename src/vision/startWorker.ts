import type { EngineFile } from './loadEngineFile.ts';

/** Where a worker's script is. */
export interface WorkerPlace {
  url: string;
  /** The script as text, for where the address can't be used: it is of another origin, or leads nowhere. */
  code?: EngineFile | null;
}

/**
 * Starts a module worker that says something by itself once it runs: directly; or, since a worker must come from the
 * page's own origin and a bundler may not have carried it along, from a blob of its text.
 * @returns nothing when the page's policy allows neither.
 */
export async function startWorker({ url, code }: WorkerPlace): Promise<Worker | undefined> {
  const absolute = new URL(url, document.baseURI);
  try {
    if (absolute.origin === location.origin) return await started(open(absolute.href));
  } catch {
    // Not from this address; the next one may work.
  }
  try {
    return code ? await fromText(String(await code.load())) : undefined;
  } catch {
    return undefined;
  }
}

function open(url: string): Worker {
  return new Worker(trustedWorkerUrl(url), { type: 'module' });
}

async function fromText(source: string): Promise<Worker> {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  try {
    return await started(open(url));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Waits for the worker's first message: that a worker is forbidden or missing shows only by an event. */
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

/** The used part of the platform's Trusted Types. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/**
 * The address of a worker as a page with `require-trusted-types-for 'script'` takes it: by way of the policy
 * `idv-verify`, which the page has to allow (`trusted-types lit-html idv-verify`).
 * @throws TypeError where the page does not.
 */
function trustedWorkerUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return url;
  policy ??= trustedTypes.createPolicy('idv-verify', { createScriptURL: (input) => input });
  return policy.createScriptURL(url);
}
