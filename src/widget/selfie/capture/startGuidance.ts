import { type CaptureThresholds, resolveThresholds } from '../../../vision/judge/thresholds.ts';
import { type PageFaceEngine, startFaceEngine } from '../../../vision/startFaceEngine.ts';
import type { FlowContext } from '../../step/step.ts';

/** The guidance: an engine that loads in the background, and its thresholds. */
export interface Guidance {
  /** Detects faces as soon as it is loaded. */
  engine: Promise<PageFaceEngine>;
  /** Loads the model that steps other than `center` need; once, however often it is called. */
  loadLandmarks(): Promise<void>;
  limits: CaptureThresholds;
}

const NO_WORKER =
  "No worker started: the guidance is slower. Allow worker-src 'self' (blob: from another origin) and the Trusted Types policy idv-verify.";

type GuidanceContext = Pick<FlowContext, 'limits' | 'assetBase' | 'messages' | 'emit' | 'notice'>;

/**
 * Starts loading the engine at once, so that it is ready together with the camera. An invalid threshold is the page's
 * mistake and must not stop the person: it is reported, and the defaults are used.
 * @param signal ends the engine.
 */
export function startGuidance(context: GuidanceContext, signal: AbortSignal): Guidance {
  const limits = limitsOf(context);
  const engine = startFaceEngine({ limits, assetBase: context.assetBase, signal });
  engine.then(
    ({ isInWorker }) => {
      if (!isInWorker) context.notice('worker_blocked', NO_WORKER);
    },
    // The error is reported to the observers of frames only.
    () => undefined,
  );
  let landmarks: Promise<void> | undefined;
  const loadLandmarks = () => {
    landmarks ??= engine.then((loaded) => loaded.addLandmarks());
    return landmarks;
  };
  return { engine, loadLandmarks, limits };
}

function limitsOf(context: GuidanceContext): CaptureThresholds {
  try {
    return resolveThresholds(context.limits);
  } catch (error) {
    const code = 'setup';
    const detail = error instanceof Error ? ` ${error.message}` : '';
    context.notice('limits_invalid', `${detail.trim()} The default is used.`);
    const message = context.messages.errors[code] + detail;
    context.emit('idv-error', { code, message, retryable: false, requestId: null });
    return resolveThresholds({});
  }
}
