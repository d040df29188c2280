import { expect, test } from 'vitest';
import { createCase, mount } from './support/mount.ts';

/** So much noise that it does not go over the line in one piece. From a generator: nothing here depends on chance. */
async function noise(side: number): Promise<File> {
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext('2d')!;
  const pixels = context.createImageData(side, side);
  for (let at = 0, value = 1; at < pixels.data.length; at++) {
    value = (value * 48_271) % 2_147_483_647;
    pixels.data[at] = at % 4 === 3 ? 255 : value % 256;
  }
  context.putImageData(pixels, 0, 0);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'me.png', { type: 'image/png' });
}

test('an interrupted upload is retried automatically', async () => {
  const fault = { on: 'upload', status: 0, code: '' };
  const { session, log } = await createCase({ due: ['selfie'], steps: ['center'], faults: [fault] });
  const widget = mount({ session });
  await widget.sees('A quick selfie');
  const input = widget.find<HTMLInputElement>('input[type=file]')!;
  const chosen = new DataTransfer();
  chosen.items.add(await noise(1200));
  input.files = chosen.files;
  input.dispatchEvent(new Event('change'));
  await widget.sees('Are these photos clear');
  widget.press();
  await widget.sees('All done');
  const [, arrived, whole] = /cut after (\d+) of (\d+) bytes/.exec((await log()).join('\n'))!;
  expect(Number(arrived)).toBeLessThan(Number(whole));
  expect((await log()).filter((line) => line === 'POST capture')).toHaveLength(1);
  expect(widget.names()).not.toContain('idv-error');
});
