// What the choice does to the page itself: a camera that is refused, as a person would refuse it, or the test face at once.
const { fault, camera } = document.querySelector('[data-fault]').dataset;
if (fault === 'camera_refused' && navigator.mediaDevices) {
  navigator.mediaDevices.getUserMedia = () =>
    Promise.reject(new DOMException('Refused by the scenario', 'NotAllowedError'));
}

if (camera === 'test') {
  document.addEventListener('idv-step', ({ detail, target }) => {
    if (detail.step === 'selfie') void pressTestFace(target);
  });
}

/** The button behind the primary one, in every language. */
async function pressTestFace(widget) {
  await widget.updateComplete;
  widget.shadowRoot.querySelector('.actions [part~=primary] ~ [part~=secondary]')?.click();
}
