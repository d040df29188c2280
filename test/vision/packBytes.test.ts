import { expect, test } from 'vitest';
import { packBytes } from '../../src/vision/build/packedScript.ts';
import { unpackBytes } from '../../src/vision/loadEngineFile.ts';

test('every byte is restored, and no control character is written', () => {
  const bytes = Uint8Array.from({ length: 512 }, (_, at) => at % 256);
  const text = packBytes(bytes);
  expect(text).not.toMatch(/[\0-\x1f]/);
  expect(JSON.stringify(text).length).toBe(text.length + 2 + 4);
  expect(unpackBytes(text)).toEqual(bytes);
});
