/** The document engine, for the service and for tests. */
export { type BarcodeReader, createBarcodeReader } from './barcode/createBarcodeReader.ts';
export { cropPage } from './cropPage.ts';
export type { DocumentErrorCode } from './DocumentError.ts';
export {
  createDocumentReader,
  type DocumentAnswer,
  type DocumentNotice,
  type DocumentReader,
  type DocumentReaderParts,
  type DocumentReading,
  LONGEST_FRAME,
} from './documentReader.ts';
export type { Geometry } from './find/geometry.ts';
export { findPortrait, findPortraits, type Portrait } from './findPortrait.ts';
export type { DocumentHint } from './judge/hintFor.ts';
export { loadBarcodeFile, loadDocumentFiles, readCharacters } from './loadDocumentFiles.ts';
export { type ParsedLicence, parseLicence, type ReadableLicence } from './parse/parseLicence.ts';
export { type ParsedZone, parseZone, type ReadableZone, type ZoneProblem } from './parse/parseZone.ts';
export { stateOf, type ZoneState } from './parse/states.ts';
export { agreesWithPartial } from './parse/zoneDates.ts';
export { maskedLines, type PartOnLines, partsOf } from './parse/zoneLines.ts';
export type { KnownDigits } from './read/knownZone.ts';
