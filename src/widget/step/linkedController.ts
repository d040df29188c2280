/** An AbortController that is also aborted by its parent signal. */
export function linkedController(parent: AbortSignal): AbortController {
  const controller = new AbortController();
  const abort = () => controller.abort(parent.reason);
  if (parent.aborted) abort();
  else parent.addEventListener('abort', abort, { once: true, signal: controller.signal });
  return controller;
}
