// What the scenario does to the page itself: a camera that is refused, as a person would refuse it, or how many tabs there are.
const { fault } = document.querySelector('[data-fault]').dataset;
if (fault === 'camera_refused' && navigator.mediaDevices) {
  navigator.mediaDevices.getUserMedia = () =>
    Promise.reject(new DOMException('Refused by the scenario', 'NotAllowedError'));
}

// A browser without the Digital Credentials API.
if (fault === 'wallet_link') delete globalThis.DigitalCredential;

if (fault === 'second_tab') countTabs(document.querySelector('[data-tabs]'));

/** Says how many tabs show this application: each of them answers whoever comes, and takes its leave. */
function countTabs(place) {
  const channel = new BroadcastChannel('tabs of the application');
  const own = crypto.getRandomValues(new Uint32Array(1))[0];
  const others = new Set();
  const say = (kind) => channel.postMessage({ kind, from: own });
  channel.onmessage = ({ data: { kind, from } }) => {
    if (kind === 'gone') others.delete(from);
    else others.add(from);
    if (kind === 'new') say('here');
    const count = others.size + 1;
    place.textContent = count > 1 ? `${count} tabs show this application now.` : '';
  };
  addEventListener('pagehide', () => say('gone'));
  addEventListener('pageshow', ({ persisted }) => persisted && say('new'));
  say('new');
}
