// Replaces the platform's wallet on pages of test mode: `navigator.credentials.get({digital})` opens the test wallet,
// to which the browser states the origin of the page. A service trusts its credentials only in test mode.
const KIND = 'idv-test-wallet';
const wallet = new URL(import.meta.url).origin;
const credentials = navigator.credentials;

if (credentials) {
  const platform = credentials.get.bind(credentials);
  credentials.get = (options) => (options?.digital ? ask(options) : platform(options));
  globalThis.DigitalCredential ??= class DigitalCredential {};
}

function ask({ digital, signal }) {
  const { promise, resolve, reject } = Promise.withResolvers();
  const refuse = () => reject(new DOMException('The wallet gave no credential.', 'NotAllowedError'));
  const popup = open(`${wallet}/share`, KIND, 'popup,width=460,height=820');
  if (!popup) {
    refuse();
    return promise;
  }
  const done = new AbortController();
  const listening = { signal: done.signal };
  addEventListener(
    'message',
    ({ source, origin, data }) => {
      if (source !== popup || origin !== wallet || data?.kind !== KIND) return;
      if (data.state === 'ready') popup.postMessage({ kind: KIND, requests: digital.requests }, wallet);
      else if (data.answer) resolve(data.answer);
      else refuse();
    },
    listening,
  );
  signal?.addEventListener(
    'abort',
    () => {
      popup.close();
      reject(signal.reason);
    },
    listening,
  );
  // No event reports that a window was closed. An answer may still be on its way.
  let isClosed = false;
  const watching = setInterval(() => {
    if (isClosed) refuse();
    isClosed = popup.closed;
  }, 500);
  return promise.finally(() => {
    clearInterval(watching);
    done.abort();
  });
}
