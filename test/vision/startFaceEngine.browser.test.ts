import { expect, test } from 'vitest';
import { startFaceEngine } from '../../src/vision/startFaceEngine.ts';

test('opens in a worker and measures frames', async () => {
  const engine = await startFaceEngine();
  const empty = await engine.measure(await createImageBitmap(new ImageData(64, 48)));
  expect(empty).toEqual({ width: 64, height: 48, faces: 0, face: null });
  await engine.addLandmarks();
  engine.close();
});

test('a request to a closed engine is rejected', async () => {
  const controller = new AbortController();
  const engine = await startFaceEngine({ signal: controller.signal });
  const loading = engine.addLandmarks();
  controller.abort(new Error('enough'));
  await expect(loading).rejects.toThrow('enough');
});

test('a folder without the files gives a typed error', async () => {
  await expect(startFaceEngine({ assetBase: '/no/such' })).rejects.toMatchObject({ code: 'load_failed' });
});

test('the files can be served from a folder of the site', async () => {
  const engine = await startFaceEngine({ assetBase: '/dist/vision' });
  expect(engine.isInWorker).toBe(false);
  expect((await engine.measure(await createImageBitmap(new ImageData(64, 48)))).faces).toBe(0);
  await engine.addLandmarks();
  engine.close();
});
