import { expect, test } from 'vitest';
import { startFaceEngine } from '../../src/vision/startFaceEngine.ts';

test('opens in a worker and measures frames', async () => {
  const eye = await startFaceEngine();
  const empty = await eye.measure(await createImageBitmap(new ImageData(64, 48)));
  expect(empty).toEqual({ width: 64, height: 48, faces: 0, face: null });
  await eye.addLandmarks();
  eye.close();
});

test('a request to a closed engine is rejected', async () => {
  const controller = new AbortController();
  const eye = await startFaceEngine({ signal: controller.signal });
  const asked = eye.addLandmarks();
  controller.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
});

test('a folder that lacks the files is a typed error', async () => {
  await expect(startFaceEngine({ assetBase: '/no/such' })).rejects.toMatchObject({ code: 'load_failed' });
});

test('a folder of the site serves the files', async () => {
  const eye = await startFaceEngine({ assetBase: '/dist/vision' });
  expect(eye.isInWorker).toBe(false);
  expect((await eye.measure(await createImageBitmap(new ImageData(64, 48)))).faces).toBe(0);
  await eye.addLandmarks();
  eye.close();
});
