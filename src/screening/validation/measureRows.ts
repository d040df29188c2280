import { inputRows } from '../batch/inputRows.ts';
import { screenRow } from '../batch/screenRow.ts';
import type { ScreeningIndex } from '../index/screeningIndex.ts';
import { type Share, sweptThresholds, type ValidationLine } from './measureModel.ts';

/** The `id` of a row of a deck that must not alert. */
const NOBODY = 'none';

/**
 * Screens a file of the institution, in the format of a batch, and counts the rows that alert from each score on.
 * @param path of a `.csv` or of JSON lines
 * @returns the lines of the sections `book`
 */
export async function measureBook(index: ScreeningIndex, path: string): Promise<ValidationLine[]> {
  const counts = new Counts('book');
  for await (const row of inputRows(path, formatOf(path))) {
    const { hits, error } = screenRow(index, row, { minScore: sweptThresholds[0] });
    if (error === undefined) counts.add(hits[0]?.score ?? 0);
  }
  return counts.lines();
}

/**
 * Screens a labelled file of the institution: the `id` of a row is that of the entity that must be found, or `none` if
 * nobody must be.
 * @returns the lines of the sections `deck_found` and `deck_alerts`
 */
export async function measureDeck(index: ScreeningIndex, path: string): Promise<ValidationLine[]> {
  const [found, alerts] = [new Counts('deck_found'), new Counts('deck_alerts')];
  for await (const row of inputRows(path, formatOf(path))) {
    const { id, hits, error } = screenRow(index, row, { minScore: sweptThresholds[0], limit: 50 });
    if (error !== undefined) continue;
    const meant = hits.find((hit) => hit.sources.some((source) => source.id === String(id)));
    if (id === NOBODY) alerts.add(hits[0]?.score ?? 0);
    else found.add(meant?.score ?? 0);
  }
  return [...found.lines(), ...alerts.lines()];
}

function formatOf(path: string): 'csv' | 'jsonl' {
  return path.endsWith('.csv') ? 'csv' : 'jsonl';
}

/** Counts scores from each threshold of the sweep on. */
class Counts {
  readonly #section: ValidationLine['section'];
  readonly #shares = new Map<string, Share>();

  constructor(section: ValidationLine['section']) {
    this.#section = section;
    for (const threshold of sweptThresholds)
      this.#shares.set(threshold.toFixed(2), { questions: 0, count: 0 });
  }

  add(score: number): void {
    for (const [threshold, share] of this.#shares) {
      share.questions += 1;
      if (score >= Number(threshold)) share.count += 1;
    }
  }

  lines(): ValidationLine[] {
    return [...this.#shares].map(([group, name]) => ({ section: this.#section, group, name, dated: null }));
  }
}
