// Adds the scripts of the page, in their order, once it was painted for the first time: none delays what there is to see.
// Imports nothing, since that would be fetched before.

const PATIENCE_MS = 500;

// A transition between pages ends with an error if their size changes, as it does on the tour's stage.
if (self !== top) {
  const still = new CSSStyleSheet();
  still.replaceSync('@view-transition { navigation: none }');
  document.adoptedStyleSheets.push(still);
}

await new Promise<void>((resolve) => {
  new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
  // A tab in the background is not painted.
  setTimeout(resolve, document.hidden ? 0 : PATIENCE_MS);
});
const own = document.querySelector<HTMLElement>('[data-scripts]')!;
const loading = own.dataset['scripts']!.split(' ').map((src) => {
  const script = document.createElement('script');
  const loaded = new Promise<boolean>((resolve) => {
    script.onload = () => resolve(true);
    script.onerror = () => resolve(false);
  });
  Object.assign(script, { type: 'module', async: false, src });
  document.head.append(script);
  return loaded;
});
const areLoaded = (await Promise.all(loading)).every(Boolean);
own.dataset['state'] = areLoaded ? 'loaded' : 'failed';
if (!areLoaded) {
  const problem = document.createElement('p');
  problem.role = 'alert';
  problem.textContent = 'A script of this page did not arrive. Please load the page again.';
  document.querySelector('main')!.prepend(problem);
}
