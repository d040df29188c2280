import type { Listed } from '../lists/listed.ts';
import { nameParts } from '../names/nameParts.ts';
import { organisationParts } from '../names/organisationParts.ts';
import { countedLists } from './countedLists.ts';
import type { DatasetSummary } from './datasetSummary.ts';
import { EntityRows } from './EntityRows.ts';
import { GrowableArray } from './GrowableArray.ts';
import { LatestRows } from './LatestRows.ts';
import { NameRows } from './NameRows.ts';
import { packed, type ScreeningIndex } from './screeningIndex.ts';
import { Vocabulary } from './vocabulary.ts';

/** Collects entities, the last one of an id wins, and makes the index of them. */
export class IndexBuilder {
  readonly #json = new GrowableArray(Uint8Array, 1 << 16);
  readonly #starts: number[] = [];
  readonly #latest = new LatestRows();

  /** @param collection which of the collections of lists says so */
  put(entity: Listed, collection = ''): void {
    this.#latest.put(entity.id, collection);
    this.#starts.push(this.#json.length);
    this.#json.pushAll(Buffer.from(JSON.stringify(entity)));
  }

  /** Withdraws what a collection said of an entity. */
  drop(id: string, collection = ''): void {
    this.#latest.drop(id, collection);
  }

  finish(summary: DatasetSummary): ScreeningIndex {
    const { entities, names, vocabulary } = rowsOf(this.#living());
    this.#latest.clear();
    const { version, publishedAt, sources = new Map() } = summary;
    const dataset = { version, publishedAt, lists: countedLists(entities.lists, sources) };
    return packed(dataset, {
      ...entities.columns(names.length),
      ...names.columns(),
      ...vocabulary.columns(entities.length),
    });
  }

  *#living(): Generator<Buffer> {
    const all = this.#json.view();
    for (const row of this.#latest.rows())
      yield Buffer.from(
        all.buffer,
        all.byteOffset + this.#starts[row]!,
        (this.#starts[row + 1] ?? all.length) - this.#starts[row]!,
      );
  }
}

function rowsOf(living: Iterable<Buffer>) {
  const vocabulary = new Vocabulary();
  const entities = new EntityRows();
  const names = new NameRows(vocabulary);
  for (const bytes of living) {
    const entity = JSON.parse(bytes.toString()) as Listed;
    const row = entities.length;
    entities.add(entity, bytes, names.length);
    vocabulary.nextEntity();
    const partsOf = entity.kind === 'person' ? nameParts : organisationParts;
    for (const name of entity.names) {
      const dates = (name.birthDates ?? []).flatMap((date) => entities.fileDate(date, row));
      names.add(row, name, partsOf(name.text), dates);
    }
  }
  return { entities, names, vocabulary };
}
