import { expect, test } from 'vitest';
import { xhrFetch } from '../../src/client/createSelfieClient.ts';

const here = new URL('/', location.href).href;
const upload = (size: number) => ({ method: 'POST', body: new Blob([new Uint8Array(size)]) });

test('resolves with the same response as fetch', async () => {
  const response = await xhrFetch(() => {})(here, { headers: { accept: 'text/html' } });
  const other = await fetch(here, { headers: { accept: 'text/html' } });
  expect(response.status).toBe(other.status);
  expect(response.headers.get('content-type')).toBe(other.headers.get('content-type'));
  expect(await response.text()).toBe(await other.text());
});

test('reports upload progress up to 1', async () => {
  const fractions: number[] = [];
  await xhrFetch((fraction) => fractions.push(fraction))(here, upload(3_000_000));
  expect(fractions.at(-1)).toBe(1);
  expect(fractions).toEqual(fractions.toSorted((one, other) => one - other));
});

test('rejects with a TypeError if the server cannot be reached', async () => {
  await expect(xhrFetch(() => {})('http://localhost:1/', upload(1))).rejects.toThrow(TypeError);
});

test('rejects with the abort reason before and during the upload', async () => {
  const reason = new Error('left');
  await expect(xhrFetch(() => {})(here, { ...upload(1), signal: AbortSignal.abort(reason) })).rejects.toBe(
    reason,
  );
  const controller = new AbortController();
  const sending = xhrFetch(() => {})(here, { ...upload(3_000_000), signal: controller.signal });
  controller.abort(reason);
  await expect(sending).rejects.toBe(reason);
});
