/** One row of a batch on its way to a worker: JSON of `{id, person}` or `{id, organisation}`, or why it is none. */
export type BatchRow = { text: string } | { id: string | number | null; error: string };

export type BatchFormat = 'jsonl' | 'csv';
