import { expect, test } from 'vitest';
import { startTestFace } from '../../src/testface/startTestFace.ts';
import { judgeStep, type Measurement, resolveThresholds } from '../../src/vision/index.ts';
import { type PageFaceEngine, startFaceEngine } from '../../src/vision/startFaceEngine.ts';

test('the test face makes the requested movement, and the face engine detects it', async () => {
  const [face, eye] = await Promise.all([startTestFace(), startFaceEngine()]);
  await eye.addLandmarks();
  const video = Object.assign(document.createElement('video'), { srcObject: face.stream, muted: true });
  await video.play();
  const neutral = await until(eye, video, (seen) => seen.face !== null);
  for (const step of ['turn_left', 'look_down', 'blink'] as const) {
    face.act('center');
    face.act(step);
    const met = (seen: Measurement) =>
      seen.face?.mesh != null &&
      judgeStep(step, neutral.face!.mesh!, seen.face.mesh, resolveThresholds()) === null;
    expect((await until(eye, video, met)).faces, step).toBe(1);
  }
  face.close();
  eye.close();
  expect(face.stream.getVideoTracks()[0]!.readyState).toBe('ended');
});

test('a signal ends the test face', async () => {
  const controller = new AbortController();
  const { stream } = await startTestFace({ person: 1 }, controller.signal);
  controller.abort();
  expect(stream.getVideoTracks()[0]!.readyState).toBe('ended');
  await expect(startTestFace({}, controller.signal)).rejects.toThrow();
});

/** Measures frame after frame until one shows it; the test's own time limit ends a wait in vain. */
async function until(
  eye: PageFaceEngine,
  video: HTMLVideoElement,
  shows: (seen: Measurement) => boolean,
): Promise<Measurement> {
  for (;;) {
    const seen = await eye.measure(await createImageBitmap(video));
    if (shows(seen)) return seen;
  }
}
