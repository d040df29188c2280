import { startFaceEngine } from '../../../src/vision/startFaceEngine.ts';

// A page that opens the face engine directly, to test the files as built and served.
async function look(): Promise<string> {
  const engine = await startFaceEngine();
  const { faces } = await engine.measure(await createImageBitmap(new ImageData(64, 48)));
  await engine.addLandmarks();
  return `ready ${faces}`;
}

look().then(
  (text) => document.body.append(text),
  (error: { code?: string; message: string }) => document.body.append(`${error.code}: ${error.message}`),
);
