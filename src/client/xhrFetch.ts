import type { Fetch } from './exchange.ts';

/**
 * A `fetch` that tells how far the upload is, which the platform's own can't.
 * @param onProgress called with the fraction that was sent, 0 to 1; starts over when a request is repeated.
 */
export function xhrFetch(onProgress: (fraction: number) => void): Fetch {
  return (url, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      request.open(init.method ?? 'GET', url);
      request.responseType = 'arraybuffer';
      new Headers(init.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.upload.onload = () => onProgress(1);
      request.onload = () => resolve(responseOf(request));
      request.onerror = () => reject(new TypeError('The request failed'));
      request.onabort = () => reject(init.signal?.reason);
      request.onloadend = () => init.signal?.removeEventListener('abort', abort);
      init.signal?.addEventListener('abort', abort);
      request.send(init.body as XMLHttpRequestBodyInit | null);
      if (init.signal?.aborted) request.abort();
    });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const body = request.status === 204 ? null : request.response;
  return new Response(body, { status: request.status, headers });
}
