// Adds the scripts that the head of the page preloads, in that order, once the page was painted for the first time: they are
// fetched meanwhile, and none delays what there is to see.
const PATIENCE_MS = 500;

await new Promise((resolve) => {
  new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
  // A tab in the background is not painted.
  setTimeout(resolve, document.hidden ? 0 : PATIENCE_MS);
});
for (const { href } of document.querySelectorAll('link[rel=modulepreload]')) {
  const script = document.createElement('script');
  Object.assign(script, { type: 'module', async: false, src: href });
  document.head.append(script);
}
