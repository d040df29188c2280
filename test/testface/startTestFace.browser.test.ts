import { expect, test } from 'vitest';
import { startTestFace } from '../../src/testface/startTestFace.ts';
import { judgeStep, type Measurement, resolveThresholds } from '../../src/vision/index.ts';
import { type PageFaceEngine, startFaceEngine } from '../../src/vision/startFaceEngine.ts';

test('the test face makes the requested movement, and the face engine detects it', async () => {
  const [face, engine] = await Promise.all([startTestFace(), startFaceEngine()]);
  await engine.addLandmarks();
  const video = Object.assign(document.createElement('video'), { srcObject: face.stream, muted: true });
  await video.play();
  const neutral = await until(engine, video, (measurement) => measurement.face !== null);
  for (const step of ['turn_left', 'look_down', 'blink'] as const) {
    face.act('center');
    face.act(step);
    const met = (measurement: Measurement) =>
      measurement.face?.mesh != null &&
      judgeStep(step, neutral.face!.mesh!, measurement.face.mesh, resolveThresholds()) === null;
    expect((await until(engine, video, met)).faces, step).toBe(1);
  }
  face.close();
  engine.close();
  expect(face.stream.getVideoTracks()[0]!.readyState).toBe('ended');
});

test('an abort signal ends the test face', async () => {
  const controller = new AbortController();
  const { stream } = await startTestFace({ person: 1 }, controller.signal);
  controller.abort();
  expect(stream.getVideoTracks()[0]!.readyState).toBe('ended');
  await expect(startTestFace({}, controller.signal)).rejects.toThrow();
});

/** Measures frame after frame until one shows it; the test's own time limit ends a wait in vain. */
async function until(
  engine: PageFaceEngine,
  video: HTMLVideoElement,
  shows: (measurement: Measurement) => boolean,
): Promise<Measurement> {
  for (;;) {
    const measurement = await engine.measure(await createImageBitmap(video));
    if (shows(measurement)) return measurement;
  }
}
