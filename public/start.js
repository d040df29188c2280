// Adds the scripts of the page, in their order, once it was painted for the first time: none delays what there is to see.
const PATIENCE_MS = 500;

await new Promise((resolve) => {
  new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
  // A tab in the background is not painted.
  setTimeout(resolve, document.hidden ? 0 : PATIENCE_MS);
});
for (const src of document.querySelector('[data-scripts]').dataset.scripts.split(' ')) {
  const script = document.createElement('script');
  Object.assign(script, { type: 'module', async: false, src });
  document.head.append(script);
}
