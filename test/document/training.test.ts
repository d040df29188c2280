import { expect, test } from 'vitest';
import { trainNetwork } from '../../src/document/build/trainNetwork.ts';
import { loadDocumentFiles } from '../../src/document/loadDocumentFiles.ts';
import { CharacterNet } from '../../src/document/read/CharacterNet.ts';
import { packModel } from '../../src/vision/build/packModel.ts';
import { characterAccuracy } from './support/characterAccuracy.ts';

const kernelsOf = async ({ kernels }: { kernels: BufferSource }) =>
  (await WebAssembly.instantiate(kernels)).instance as WebAssembly.Instance;

test('the committed weights read single characters', async () => {
  const files = await loadDocumentFiles();
  const net = new CharacterNet(await kernelsOf(files), files.characters);
  expect(characterAccuracy(net, { pitch: 16, blur: 0.05, count: 1000 })).toBeGreaterThan(0.985);
});

test('a training of a minute comes near the committed weights', async () => {
  const options = { strips: 24_000, seed: 9303, channels: [16, 24, 40] as const, report: () => undefined };
  const model = await trainNetwork(options);
  const net = new CharacterNet(await kernelsOf(await loadDocumentFiles()), packModel(model));
  expect(characterAccuracy(net, { pitch: 16, blur: 0.05, count: 500 })).toBeGreaterThan(0.9);
});
