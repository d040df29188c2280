// What may go wrong on a page, on purpose: the camera is refused, as a person would refuse it.
const { fault } = document.querySelector('[data-fault]').dataset;
if (fault === 'camera_refused' && navigator.mediaDevices) {
  navigator.mediaDevices.getUserMedia = () =>
    Promise.reject(new DOMException('Refused by the scenario', 'NotAllowedError'));
}
