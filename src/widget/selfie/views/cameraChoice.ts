import { html, nothing } from 'lit';
import type { Messages } from '../../locales/Messages.ts';
import type { Camera } from '../camera/openCamera.ts';

/** Which camera, where there is more than one. */
export function cameraChoice(
  { selfie }: Messages,
  { deviceId }: Camera,
  cameras: MediaDeviceInfo[],
  choose: (deviceId: string) => unknown,
) {
  if (cameras.length < 2 || deviceId === null) return nothing;
  const chosen = ({ currentTarget }: Event) => choose((currentTarget as HTMLSelectElement).value);
  return html`
    <div class="camera-choice">
      <label for="camera">${selfie.camera}</label>
      <select id="camera" @change=${chosen}>
        ${cameras.map(
          (device, index) => html`
            <option value=${device.deviceId} .selected=${device.deviceId === deviceId}>
              ${device.label || `${selfie.camera} ${index + 1}`}
            </option>
          `,
        )}
      </select>
    </div>
  `;
}
