import { IndexBuilder } from '../../src/screening/index/IndexBuilder.ts';
import type { ScreeningIndex } from '../../src/screening/index/screeningIndex.ts';
import type { Listed } from '../../src/screening/lists/listed.ts';

/** A person on an invented list. @param names the primary name, then the aliases. */
export function listed(id: string, names: readonly string[], more: Partial<Listed> = {}): Listed {
  return {
    id,
    kind: 'person',
    topics: ['sanction'],
    lists: ['invented'],
    names: names.map((text, i) => ({ text, quality: i === 0 ? 'primary' : 'strong' })),
    birthDates: [],
    countries: [],
    sourceUrl: null,
    ...more,
  };
}

export function indexOf(...entities: readonly Listed[]): ScreeningIndex {
  const builder = new IndexBuilder();
  for (const entity of entities) builder.put(entity);
  return builder.finish({ version: 'test', publishedAt: '2026-01-01T00:00:00.000Z' });
}
