import { one } from './dom.ts';

// What the scenario does to the page itself: a camera that is refused, as a person would refuse it, or how many tabs there are.

const { fault } = one('[data-fault]').dataset;
// Absent where the page is not secure, whatever the type says.
const devices = navigator.mediaDevices as MediaDevices | undefined;
if (fault === 'camera_refused' && devices)
  devices.getUserMedia = () => Promise.reject(new DOMException('Refused by the scenario', 'NotAllowedError'));

// A browser without the Digital Credentials API.
if (fault === 'wallet_link') Reflect.deleteProperty(globalThis, 'DigitalCredential');

if (fault === 'second_tab') countTabs(one('[data-tabs]'));

/** Says how many tabs show this application: each of them answers whoever comes, and takes its leave. */
function countTabs(place: HTMLElement): void {
  const channel = new BroadcastChannel('tabs of the application');
  const own = crypto.getRandomValues(new Uint32Array(1))[0]!;
  const others = new Set<number>();
  const say = (kind: 'new' | 'here' | 'gone') => channel.postMessage({ kind, from: own });
  channel.onmessage = ({ data: { kind, from } }: MessageEvent<{ kind: string; from: number }>) => {
    if (kind === 'gone') others.delete(from);
    else others.add(from);
    if (kind === 'new') say('here');
    const count = others.size + 1;
    place.textContent = count > 1 ? `${count} tabs show this application now.` : '';
  };
  addEventListener('pagehide', () => say('gone'));
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) say('new');
  });
  say('new');
}
