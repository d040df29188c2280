/**
 * Releases the camera when the page is left, and requests it again when the page is shown again. A browser keeps a page
 * for Back (bfcache) only without a running camera.
 * @param running aborted when the camera ends; `present` when the step is left for good.
 */
export function leaveWithPage({ running, present, leave, comeBack }: LeaveWithPage): void {
  const left = () => {
    addEventListener('pageshow', comeBack, { once: true, signal: present });
    leave();
  };
  addEventListener('pagehide', left, { once: true, signal: running });
}

export interface LeaveWithPage {
  running: AbortSignal;
  present: AbortSignal;
  leave: () => unknown;
  comeBack: () => unknown;
}
