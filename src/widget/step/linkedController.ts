/** A controller that is also aborted when its parent is. */
export function linkedController(parent: AbortSignal): AbortController {
  const controller = new AbortController();
  const abort = () => controller.abort(parent.reason);
  if (parent.aborted) abort();
  else parent.addEventListener('abort', abort, { once: true, signal: controller.signal });
  return controller;
}
