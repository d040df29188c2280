const AGAIN_MS = 30_000;
const STALE = 'This page is no longer kept up to date. Reload it.';

/**
 * Follows a stream of the demo's server. While it is refused, as to a visitor with too many, the page says so and opens it again.
 * @param place for what is said.
 */
export function follow(path: string, place: HTMLElement, prepare: (source: EventSource) => void): void {
  const source = new EventSource(path);
  prepare(source);
  source.addEventListener('open', () => say(place, ''));
  source.addEventListener('error', () => {
    // A connection that broke is opened again by the browser itself.
    if (source.readyState !== EventSource.CLOSED) return;
    say(place, STALE);
    setTimeout(() => follow(path, place, prepare), AGAIN_MS);
  });
}

/** Only what has changed is written: a live region would read it out again. */
function say(place: HTMLElement, text: string): void {
  if (place.textContent !== text) place.textContent = text;
}
