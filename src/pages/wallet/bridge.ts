import type { FromWallet } from './messages.ts';

// Replaces the platform's wallet on pages of test mode: `navigator.credentials.get({digital})` opens the test wallet,
// to which the browser states the origin of the page. A service trusts its credentials only in test mode.

const KIND = 'idv-test-wallet';
const wallet = new URL(import.meta.url).origin;
// Absent where the page is not secure, whatever the type says.
const credentials = navigator.credentials as CredentialsContainer | undefined;

/** With the Digital Credentials API, which the types do not have yet. */
interface Options extends CredentialRequestOptions {
  digital?: { requests: unknown };
}

if (credentials) {
  const platform = credentials.get.bind(credentials);
  credentials.get = (options?: Options) =>
    options?.digital ? ask(options.digital.requests, options.signal ?? null) : platform(options);
  const page = globalThis as { DigitalCredential?: unknown };
  page.DigitalCredential ??= class DigitalCredential {};
}

async function ask(requests: unknown, signal: AbortSignal | null): Promise<Credential> {
  const popup = open(`${wallet}/share`, KIND, 'popup,width=460,height=820');
  if (!popup) throw refusal();
  const done = new AbortController();
  let watching: ReturnType<typeof setInterval> | undefined;
  try {
    return await new Promise<Credential>((resolve, reject) => {
      const take = ({ source, origin, data }: MessageEvent<FromWallet | null>) => {
        if (source !== popup || origin !== wallet || data?.kind !== KIND) return;
        if (data.state === 'ready') popup.postMessage({ kind: KIND, requests }, wallet);
        else if (data.answer) resolve(data.answer as Credential);
        else reject(refusal());
      };
      addEventListener('message', take, { signal: done.signal });
      const abort = () => {
        popup.close();
        reject(signal!.reason);
      };
      signal?.addEventListener('abort', abort, { signal: done.signal });
      // No event reports that a window was closed. An answer may still be on its way.
      let isClosed = false;
      watching = setInterval(() => {
        if (isClosed) reject(refusal());
        isClosed = popup.closed;
      }, 500);
    });
  } finally {
    clearInterval(watching);
    done.abort();
  }
}

function refusal(): DOMException {
  return new DOMException('The wallet gave no credential.', 'NotAllowedError');
}
