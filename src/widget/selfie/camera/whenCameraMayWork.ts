import type { CameraProblem } from '../../events.ts';

/** Calls back as soon as the cause of a camera problem seems to be gone, if the browser reports it. */
export async function whenCameraMayWork(
  problem: CameraProblem,
  signal: AbortSignal,
  retry: () => void,
): Promise<void> {
  if (problem === 'missing') {
    navigator.mediaDevices?.addEventListener('devicechange', retry, { signal, once: true });
  }
  if (problem === 'lost') await watchForNew(signal, retry);
  if (problem !== 'denied' && problem !== 'dismissed' && problem !== 'system') return;
  const permission = await cameraPermission();
  if (signal.aborted) return;
  const granted = () => {
    if (permission?.state === 'granted') retry();
  };
  permission?.addEventListener('change', granted, { signal });
}

/** Watches for a new camera. Some browsers also report a change when a camera turns off. */
async function watchForNew(signal: AbortSignal, retry: () => void): Promise<void> {
  let ids = await cameraIds();
  const changed = async () => {
    const before = ids;
    ids = await cameraIds();
    if (!signal.aborted && ids.some((id) => !before.includes(id))) retry();
  };
  if (!signal.aborted) navigator.mediaDevices.addEventListener('devicechange', changed, { signal });
}

async function cameraIds(): Promise<string[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId);
}

/** The state of the permission; `null` if the browser does not support its name. */
async function cameraPermission(): Promise<PermissionStatus | null> {
  return (await navigator.permissions?.query({ name: 'camera' }).catch(() => null)) ?? null;
}
