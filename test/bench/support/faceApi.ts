import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import sharp from 'sharp';

const require = createRequire(import.meta.url);
const ENTRY = `
  import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
  export { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
  export { default as faceapi } from '@vladmandic/face-api/dist/face-api.node-wasm.js';
`;

/** As much of face-api, and of the TensorFlow.js below it, as is used here. */
interface FaceApi {
  tf: {
    setBackend(name: string): Promise<boolean>;
    ready(): Promise<void>;
    tensor3d(data: Uint8Array, shape: number[], type: 'int32'): { dispose(): void };
    io: { decodeWeights(weights: ArrayBuffer, manifest: unknown): object };
  };
  nets: Record<'tinyFaceDetector' | 'faceLandmark68TinyNet', { loadFromWeightMap(weights: object): void }>;
  TinyFaceDetectorOptions: new () => object;
  detectAllFaces(
    picture: object,
    options: object,
  ): { withFaceLandmarks(useTinyNet: boolean): Promise<unknown[]> };
}

/**
 * face-api, the usual library for faces in Node, as its maker means it to be used without native code: on WebAssembly with
 * SIMD, with its smallest and quickest networks.
 * @returns what decodes a picture and finds faces with their landmarks in it; how many.
 */
export async function openFaceApi(): Promise<(file: Buffer) => Promise<number>> {
  const { faceapi, setWasmPaths } = await bundled();
  setWasmPaths(`${dirname(require.resolve('@tensorflow/tfjs-backend-wasm'))}/`);
  const { tf, nets, TinyFaceDetectorOptions, detectAllFaces } = faceapi;
  if (!(await tf.setBackend('wasm'))) throw new Error('face-api found no WebAssembly to run on.');
  await tf.ready();
  load(faceapi, nets.tinyFaceDetector, 'tiny_face_detector_model');
  load(faceapi, nets.faceLandmark68TinyNet, 'face_landmark_68_tiny_model');
  return async (file) => {
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
    const picture = tf.tensor3d(data, [info.height, info.width, 3], 'int32');
    try {
      return (await detectAllFaces(picture, new TinyFaceDetectorOptions()).withFaceLandmarks(true)).length;
    } finally {
      picture.dispose();
    }
  };
}

/** Its files name each other as bundlers alone understand it. */
async function bundled(): Promise<{ faceapi: FaceApi; setWasmPaths: (folder: string) => void }> {
  const file = join(import.meta.dirname, '../../../.cache/face-api.cjs');
  const bundle = await rolldown({
    input: 'entry',
    platform: 'node',
    resolve: { alias: { '@tensorflow/tfjs': '@tensorflow/tfjs-core' } },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? join(import.meta.dirname, 'entry.js') : null),
        load: (id) => (id.endsWith('support/entry.js') ? ENTRY : null),
      },
    ],
  });
  await bundle.write({ file, format: 'cjs' });
  await bundle.close();
  return require(file);
}

function load({ tf }: FaceApi, net: { loadFromWeightMap(weights: object): void }, name: string): void {
  const folder = join(dirname(require.resolve('@vladmandic/face-api/package.json')), 'model');
  const manifest = JSON.parse(readFileSync(join(folder, `${name}-weights_manifest.json`), 'utf8')) as {
    weights: unknown[];
  }[];
  const weights = Uint8Array.from(readFileSync(join(folder, `${name}.bin`))).buffer;
  net.loadFromWeightMap(
    tf.io.decodeWeights(
      weights,
      manifest.flatMap((part) => part.weights),
    ),
  );
}
