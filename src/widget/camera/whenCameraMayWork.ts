import type { CameraProblem } from './CameraError.ts';
import { cameraPermission } from './cameraPermission.ts';

/** Calls back as soon as the reason why there was no picture seems to be gone, where the browser tells. */
export async function whenCameraMayWork(
  problem: CameraProblem,
  signal: AbortSignal,
  retry: () => void,
): Promise<void> {
  if (problem === 'missing' || problem === 'lost') {
    navigator.mediaDevices?.addEventListener('devicechange', retry, { signal, once: true });
  }
  if (problem !== 'denied' && problem !== 'dismissed' && problem !== 'system') return;
  const permission = await cameraPermission();
  if (signal.aborted) return;
  const granted = () => {
    if (permission?.state === 'granted') retry();
  };
  permission?.addEventListener('change', granted, { signal });
}
