import { html, nothing } from 'lit';
import type { CameraProblem } from '../../events.ts';
import type { Messages } from '../../locales/messages.ts';
import { errorBanner } from '../../templates/errorBanner.ts';
import { icon } from '../../templates/icon.ts';
import { browserKind } from '../camera/browserKind.ts';
import { type PhoneWay, phoneButton, photoButton, testFaceButton, wayButton } from './buttons.ts';

/** Problems that a retry can't solve: the page itself would have to change. */
const HOPELESS: CameraProblem[] = ['blocked', 'insecure', 'unsupported'];

export interface CameraProblemParts {
  messages: Messages;
  problem: CameraProblem;
  message: string | null;
  start: () => unknown;
  upload: (photo: Blob) => unknown;
  /** Only in test mode. */
  testFace: (() => unknown) | null;
  phone: PhoneWay | null;
}

/** The cause of the camera problem, with instructions and alternatives. */
export function cameraProblemView({
  messages,
  problem,
  message,
  start,
  upload,
  testFace,
  phone,
}: CameraProblemParts) {
  const { camera, selfie } = messages;
  const isHopeless = HOPELESS.includes(problem);
  // The phone is the main action if this device has no usable camera.
  const isFirst = phone !== null && (isHopeless || problem === 'missing');
  const photo = photoButton({ label: selfie.upload, upload, isPrimary: isHopeless && !isFirst });
  const retry = { label: messages.frame.again, press: start, isPlain: isFirst };
  const byPhone = phoneButton(messages, phone && { ...phone, isFirst });
  return html`
    <div class="message">
      <span part="emblem" class="emblem">${icon('camera')}</span>
      <h2 part="heading" tabindex="-1">${camera[problem === 'failed' ? 'lost' : problem]}</h2>
      <p class="lead" part="lead">${wayOn(problem, messages)}</p>
    </div>
    ${errorBanner(message === null ? null : { message })}
    <div class="actions">
      ${isFirst ? byPhone : nothing} ${isHopeless ? photo : wayButton(retry)}
      ${isFirst ? nothing : byPhone} ${testFaceButton(selfie.testFace, testFace)} ${isHopeless ? '' : photo}
      <p class="hint">${selfie.uploadHint}</p>
    </div>
  `;
}

/** Advice to the person; empty if only the site can solve the problem. */
function wayOn(problem: CameraProblem, { camera, selfie }: Messages): string {
  switch (problem) {
    case 'denied':
      return camera[browserKind()];
    case 'dismissed':
      return selfie.permission;
    case 'system':
    case 'missing':
    case 'busy':
    case 'unsupported':
      return camera[`${problem}Text`];
    default:
      return '';
  }
}
