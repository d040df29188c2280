import { onTestFinished } from 'vitest';

/** Lets nothing of this page through. @returns lets it through again. */
export function cutConnection(): () => void {
  const { fetch } = window;
  window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  const connect = () => {
    window.fetch = fetch;
    Reflect.deleteProperty(navigator, 'onLine');
    dispatchEvent(new Event('online'));
  };
  onTestFinished(connect);
  return connect;
}
