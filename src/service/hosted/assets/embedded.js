// In-app browsers, which may not provide a camera: the page recommends another browser.

export function hasCamera() {
  return typeof navigator.mediaDevices?.getUserMedia === 'function';
}

/** Whether this is an in-app browser, which may refuse the camera without a prompt. */
export function isEmbedded() {
  const { userAgent } = navigator;
  const isWebView = /; wv\)|\b(FBAN|FBAV|Instagram|Line|MicroMessenger|Snapchat)\b/.test(userAgent);
  return isWebView || (/iPhone|iPad/.test(userAgent) && !/Safari\//.test(userAgent));
}

/**
 * Recommends another browser.
 * @param address of the page, with its secret, to copy; empty: nothing to copy.
 */
export function otherBrowserNote({ noCameraTitle, noCameraText, copy, copied }, address) {
  const box = make('section', { className: 'note' });
  box.setAttribute('role', 'status');
  box.append(make('h2', { textContent: noCameraTitle }), make('p', { textContent: noCameraText }));
  if (!address) return box;
  const press = async () => {
    const isCopied = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    );
    if (isCopied) button.textContent = copied;
    else showAddress(button, address, copy);
  };
  const button = make('button', { type: 'button', textContent: copy, onclick: () => void press() });
  box.append(button);
  return box;
}

/** Shows the URL to be copied by hand, if the browser blocks the clipboard. */
function showAddress(button, address, name) {
  const field = make('input', { readOnly: true, value: address });
  field.setAttribute('aria-label', name);
  button.replaceWith(field);
  field.focus();
  field.select();
}

function make(name, properties) {
  return Object.assign(document.createElement(name), properties);
}
