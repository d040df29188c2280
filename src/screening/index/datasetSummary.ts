import type { Dataset, DatasetList } from './screeningIndex.ts';

/** What is known of a dataset before its entities are counted. */
export interface DatasetSummary extends Omit<Dataset, 'lists'> {
  /** The lists by the codes that entities name them with: several codes may be one list, of one name. */
  sources?: ReadonlyMap<string, Omit<DatasetList, 'entities'>>;
}
