import { type Binarizer, prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import type { Picture } from '../../vision/picture.ts';
import { DocumentError } from '../DocumentError.ts';
import { type Grey, greyOf } from '../find/grey.ts';
import { findBarcode } from './findBarcode.ts';
import { straightened } from './straightened.ts';

/** Reads the PDF417 barcode on the back of a licence. */
export interface BarcodeReader {
  /** @returns the text of the first barcode, or null. */
  read(picture: Picture): Promise<string | null>;
}

/**
 * Creates a reader of ZXing-C++, on the page or in Node.
 * @param wasm the file `zxing_reader.wasm` of zxing-wasm. Without it the package would ask a server of others for it.
 * @throws DocumentError `barcodes_unavailable` where WebAssembly is forbidden, or the file is damaged.
 */
export async function createBarcodeReader(wasm: Uint8Array<ArrayBuffer>): Promise<BarcodeReader> {
  try {
    await prepareZXingModule({ overrides: { wasmBinary: wasm.slice().buffer }, fireImmediately: true });
  } catch (cause) {
    throw new DocumentError('barcodes_unavailable', 'Barcodes cannot be read here.', { cause });
  }
  return { read };
}

/**
 * Its decoder reads rows that are level within three degrees: the barcode is cut out and turned first, so that they are. Then it
 * is tried in other sizes, and with one threshold for all of it, which noise disturbs less.
 */
async function read(picture: Picture): Promise<string | null> {
  const grey = greyOf(picture);
  const place = findBarcode(grey);
  if (!place) return null;
  for (const { scale, turn = 0, binarizer } of TRIES) {
    if (scale > 1 && (place.right - place.left) * (place.bottom - place.top) > LARGE) continue;
    const level = straightened(grey, { ...place, lean: place.lean + turn }, scale);
    const [barcode] = await readBarcodes(imageOf(level), { ...OPTIONS, binarizer });
    if (barcode?.isValid) return textOf(barcode.bytes);
  }
  return null;
}

/** Pixels of a barcode that is not enlarged: it is large enough, and memory is not. */
const LARGE = 2_000_000;

/** In perspective, rows are not at right angles to the bars by which the lean was found. */
const TRIES: { scale: number; turn?: number; binarizer: Binarizer }[] = [
  { scale: 1, binarizer: 'LocalAverage' },
  { scale: 1, binarizer: 'GlobalHistogram' },
  { scale: 1, turn: 0.04, binarizer: 'LocalAverage' },
  { scale: 1, turn: -0.04, binarizer: 'LocalAverage' },
  { scale: 2, binarizer: 'LocalAverage' },
  { scale: 0.75, binarizer: 'LocalAverage' },
];

const OPTIONS: ReaderOptions = {
  formats: ['PDF417'],
  tryHarder: true,
  tryRotate: true,
  tryInvert: false,
  tryDownscale: false,
  maxNumberOfSymbols: 1,
};

function imageOf({ width, height, data: lumas }: Grey): ImageData {
  const data = new Uint8ClampedArray(4 * lumas.length).fill(255);
  for (let i = 0, at = 0; i < lumas.length; i++, at += 4) data[at] = data[at + 1] = data[at + 2] = lumas[i]!;
  return { width, height, data, colorSpace: 'srgb' } as ImageData;
}

/** Cards say nothing of their encoding: older ones are Latin, newer ones UTF-8. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}
