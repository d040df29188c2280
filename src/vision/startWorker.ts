import type { EngineFile } from './loadEngineFile.ts';

/** The location of a worker's script. */
export interface WorkerPlace {
  url: string;
  /** The script as text, used if the address is of another origin or does not exist. */
  code?: EngineFile | null;
}

/**
 * Starts a module worker that posts a message as soon as it runs: directly, or from a blob of its text. The blob is
 * needed because a worker must come from the page's own origin, and because a bundler may not have included the script.
 * @returns `undefined` if the page's policy allows neither.
 */
export async function startWorker({ url, code }: WorkerPlace): Promise<Worker | undefined> {
  const absolute = new URL(url, document.baseURI);
  try {
    if (absolute.origin === location.origin) return await started(open(absolute.href));
  } catch {
    // This address failed; the next one may work.
  }
  try {
    return code ? await fromText(String(await code.load())) : undefined;
  } catch {
    // The caller runs the engine on the main thread.
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

/** Waits for the worker's first message: only an event reports that a worker is forbidden or missing. */
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

interface Policy {
  createScriptURL(url: string): string;
}

/** The part of Trusted Types that is used here, with the policy that this page has made already. */
interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
  'idv-verify'?: Policy;
}

/**
 * The address of a worker for a page with `require-trusted-types-for 'script'`. Uses the policy `idv-verify`, which the
 * page has to allow (`trusted-types lit-html idv-verify`). A page may make it once only, and the scripts of document and selfie
 * have this module each: they share the policy where the browser makes it. Other scripts of the page can reach it there, so
 * it passes nothing but addresses of the page's own origin, blobs included.
 * @throws TypeError if the page does not allow the policy.
 */
function trustedWorkerUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return url;
  trustedTypes['idv-verify'] ??= trustedTypes.createPolicy('idv-verify', {
    createScriptURL(input) {
      if (new URL(input).origin !== location.origin) throw new TypeError(`${input} is of another origin.`);
      return input;
    },
  });
  return trustedTypes['idv-verify'].createScriptURL(url);
}
