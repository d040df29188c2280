/**
 * A page that is left is kept whole for the way back, though not with a camera running (bfcache): it is given back when the
 * page goes, and asked for again when it is shown.
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
