import { Random } from '../../src/document/build/Random.ts';
import {
  createBarcodeReader,
  createDocumentReader,
  loadBarcodeFile,
  loadDocumentFiles,
} from '../../src/document/index.ts';
import { createTaskHandler } from '../../src/service/selfies/examine/createTaskHandler.ts';
import { startExaminer } from '../../src/service/selfies/examine/startExaminer.ts';
import { faceEngineFiles } from '../support/faceEngineFiles.ts';
import { openServiceFaceEngine } from '../support/openFaceEngine.ts';
import { mutateCaptures, throwBombs } from './document/mutatedCaptures.ts';
import { linesHold, mutateLines } from './document/mutatedLines.ts';
import { faultsOf } from './document/showToService.ts';
import type { Lab } from './support/Lab.ts';
import { openLocal } from './support/openLocal.ts';
import type { Findings } from './support/Proof.ts';

/**
 * Of random changes to lines, to texts of barcodes and to pictures of documents none crashes a reader, takes it without end, or
 * is read as something that is not shown; no bomb is taken for a picture. A service takes no capture with the nonce of
 * another case or a second time, believes no zone in a request, tells small frames that show another document, and takes
 * no drawn document in live mode.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const random = new Random(39);
  const captures = lab.size(2000, 8);
  const lines = mutateLines(random, lab.size(1_000_000, 20_000) - captures);
  const zones = await createDocumentReader(await loadDocumentFiles());
  const barcodes = await createBarcodeReader(await loadBarcodeFile());
  const handler = createTaskHandler(await openServiceFaceEngine(), undefined, async () => ({
    zones,
    barcodes,
  }));
  const pictures = await mutateCaptures(handler, random, captures);
  const limited = startExaminer(await faceEngineFiles());
  lab.defer(() => limited.close());
  const bombs = await throwBombs(limited, lab.form === 'full');
  const service = await openLocal(lab, { engine: true });
  const faults = await faultsOf(service, lab.form === 'full' ? [0, 1, 2] : [0]);
  const isSturdy = pictures.misread === 0 && pictures.faults.length === 0 && pictures.read > 0;
  const ok = linesHold(lines) && isSturdy && bombs.bombsTaken === 0 && faults.length === 0;
  return { ok, lines, pictures: { ...pictures, ...bombs }, faults };
}
