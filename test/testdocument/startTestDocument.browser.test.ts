import { expect, test } from 'vitest';
import { startDocumentReader } from '../../src/document/startDocumentReader.ts';
import { startTestDocument } from '../../src/testdocument/startTestDocument.ts';

test('the reader of the page reads the film of a test document, and its other side', async () => {
  const [film, reader] = await Promise.all([
    startTestDocument({ type: 'id_card', side: 'front' }),
    startDocumentReader(),
  ]);
  const video = Object.assign(document.createElement('video'), { srcObject: film.stream, muted: true });
  await video.play();
  const first = await reader.next(await createImageBitmap(video), '2026-11-23');
  expect(first).toMatchObject({ width: 960, height: 540, draft: null });
  film.show({ type: 'id_card', side: 'back', holder: { familyName: 'Berg', number: 'X1' } });
  for (;;) {
    const { reading } = await reader.next(await createImageBitmap(video), '2026-11-23');
    if (!reading) continue;
    expect(reading.zone).toMatchObject({
      format: 'TD1',
      familyName: 'BERG',
      number: 'X1',
      issuingState: 'UTO',
    });
    break;
  }
  reader.close();
  film.close();
  expect(film.stream.getVideoTracks()[0]!.readyState).toBe('ended');
  await expect(reader.reset()).rejects.toMatchObject({ code: 'worker_failed' });
});

test('an abort signal ends film and reader', async () => {
  const controller = new AbortController();
  const { stream } = await startTestDocument({ type: 'passport' }, { signal: controller.signal });
  const reader = await startDocumentReader({ signal: controller.signal });
  controller.abort(new Error('enough'));
  expect(stream.getVideoTracks()[0]!.readyState).toBe('ended');
  await expect(reader.reset()).rejects.toThrow('enough');
  await expect(startDocumentReader({ signal: controller.signal })).rejects.toThrow('enough');
});
