import type { SessionCase } from '../../contract/case.ts';
import type { PageTestDocument } from '../../testdocument/startTestDocument.ts';
import { CameraError, cameraProblemOf, savesData } from '../selfie/camera/openCamera.ts';
import { personOf } from '../selfie/camera/openTestFace.ts';
import type { TestFaceChoice } from '../step/step.ts';
import type { DocumentKind, Side } from './documentSides.ts';

/** A running camera that sees a document, or the drawn hand that replaces it. Its tracks end with the signal. */
export interface DocumentCamera {
  stream: MediaStream;
  /** `null` if the browser doesn't say, and for the drawn document. */
  deviceId: string | null;
  /** Switches the lamp of the device; `null` if it has none that a page may use. */
  torch: ((lamp: { isOn: boolean }) => Promise<void>) | null;
  /** Makes the drawn hand show a side; absent for a camera. */
  show?: (side: Side) => void;
}

/** A lamp is a capability that the types of the platform do not have yet (https://w3c.github.io/mediacapture-image). */
type Lamp = { torch?: boolean };

/**
 * Letters of a passport page are small: as sharp as the camera can, which phones do at 30 frames a second. They can still
 * be read in the smaller picture of a person who saves data.
 */
const picture = () => ({
  width: { ideal: savesData() ? 1280 : 1920 },
  height: { ideal: savesData() ? 720 : 1080 },
  frameRate: { ideal: 30 },
});

/**
 * Opens the chosen camera, else the one at the back, else any.
 * @throws CameraError; the signal's reason if it is aborted. No track is left running then.
 */
export async function openDocumentCamera(
  signal: AbortSignal,
  deviceId: string | null = null,
): Promise<DocumentCamera> {
  signal.throwIfAborted();
  if (!isSecureContext) throw new CameraError('insecure');
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraError('unsupported');
  const stream = await request(deviceId).catch((cause: unknown) => {
    throw new CameraError(cameraProblemOf(cause), { cause });
  });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  signal.throwIfAborted();
  const track = stream.getVideoTracks()[0]!;
  const hasTorch = (track.getCapabilities?.() as Lamp | undefined)?.torch === true;
  return {
    stream,
    deviceId: track.getSettings().deviceId ?? null,
    torch: hasTorch
      ? ({ isOn }) => track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] })
      : null,
  };
}

/** If the chosen camera is no longer connected, any is used, the one at the back first. */
async function request(deviceId: string | null): Promise<MediaStream> {
  const open = (which: MediaTrackConstraints) =>
    navigator.mediaDevices.getUserMedia({ video: { ...picture(), ...which } });
  if (deviceId === null) return open({ facingMode: 'environment' });
  return open({ deviceId: { exact: deviceId } }).catch((error: unknown) => {
    if (cameraProblemOf(error) !== 'missing') throw error;
    return open({ facingMode: 'environment' });
  });
}

type ShownCase = Pick<SessionCase, 'id' | 'credential' | 'prefill'>;

/** Opens the drawn document instead of the camera, in test mode. The script is loaded on demand. */
export async function openTestDocument(
  signal: AbortSignal,
  shown: ShownCase,
  { kind, choice }: { kind: DocumentKind; choice: TestFaceChoice },
): Promise<DocumentCamera> {
  const { startTestDocument } = await import('../../testdocument/startTestDocument.ts');
  const type = kind === 'residence_permit' ? 'id_card' : kind;
  const holder = { person: personOf(shown, choice), ...namesOf(shown) };
  const drawn: PageTestDocument = await startTestDocument({ type, side: 'front', holder }, { signal });
  return {
    stream: drawn.stream,
    deviceId: null,
    torch: null,
    show: (side) => drawn.show({ type, side, holder }),
  };
}

/** The site's own names stand on the drawn document, so that it agrees with them; names that force an outcome do not. */
function namesOf({ prefill }: ShownCase) {
  const { familyName, givenName, dateOfBirth } = prefill ?? {};
  if (!familyName || /^IDVTEST_/.test(familyName)) return {};
  return { familyName, givenNames: givenName ?? '', ...(dateOfBirth && { dateOfBirth }) };
}
