export { csvCell } from './batch/csvCell.ts';
export { inputRows } from './batch/inputRows.ts';
export {
  answerColumns,
  answerText,
  BatchError,
  type BatchFormat,
  type BatchRow,
  type RowAlert,
  type RowResult,
  rowSubject,
  screenRow,
} from './batch/screenRow.ts';
export {
  type Dataset,
  type DatasetList,
  findEntity,
  namedWithoutVowels,
  type ScreeningIndex,
} from './index/screeningIndex.ts';

export type { ControlTotals, ListEnd } from './lists/controlTotals.ts';
export { ListError, type ListProblemCode } from './lists/ListError.ts';
export { listOrigin } from './lists/listOrigins.ts';
export type { AcceptedList } from './lists/manifest.ts';
export { changedEntities } from './loading/changedEntities.ts';
export { changedPaths, fileStamp } from './loading/fileStamp.ts';
export { type Consents, holdGone, holdList } from './loading/holdLists.ts';
export type { EachLoaded, ListRefusal, LoadedUnit, RefusedList } from './loading/indexEach.ts';
export type { IndexOptions } from './loading/indexLists.ts';
export { keepLists, sumOf } from './loading/keptLists.ts';
export { loadEach, loadLists } from './loading/loadLists.ts';
export { nameWords } from './names/nameParts.ts';
export { scriptOf } from './names/scriptOf.ts';
export { explainNotCompared, type NotComparedExplanation } from './search/explainNotCompared.ts';

export { type Explanation, type Hit, possibleMatchThreshold } from './search/finding.ts';
export { type ScreenOptions, type SearchResult, screen, search } from './search/screen.ts';
export type { Organisation, Person, Subject } from './search/subject.ts';
export type { NotCompared, NotComparedReason } from './search/subjectNames.ts';

export { testList } from './testList.ts';
export { isListAddress, officialLists } from './update/listAddress.ts';
export { downloadedLists, updateLists } from './update/updateLists.ts';
