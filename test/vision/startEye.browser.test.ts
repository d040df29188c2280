import { expect, test } from 'vitest';
import { startEye } from '../../src/vision/startEye.ts';

test('opens in a worker and measures frames', async () => {
  const eye = await startEye();
  const empty = await eye.measure(await createImageBitmap(new ImageData(64, 48)));
  expect(empty).toEqual({ width: 64, height: 48, faces: 0, face: null });
  await eye.addLandmarks();
  eye.close();
});

test('what is asked of a closed eye is rejected', async () => {
  const controller = new AbortController();
  const eye = await startEye({ signal: controller.signal });
  const asked = eye.addLandmarks();
  controller.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
});

test('a missing file is a typed error', async () => {
  await expect(startEye({ urls: { detector: '/no/such.bin' } })).rejects.toMatchObject({
    code: 'load_failed',
  });
});

test('without a worker the main thread does it', async () => {
  const eye = await startEye({ urls: { worker: '/no/such-worker.js' } });
  expect((await eye.measure(await createImageBitmap(new ImageData(64, 48)))).faces).toBe(0);
  eye.close();
});
