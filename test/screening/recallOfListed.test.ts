import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Listed } from '../../src/screening/lists/listed.ts';
import { indexLists } from '../../src/screening/loading/indexLists.ts';
import { screen } from '../../src/screening/search/screen.ts';
import type { Person } from '../../src/screening/search/subject.ts';
import { optionalData } from '../support/optionalData.ts';

/** Real lists and labelled cases, which aren't part of the project: `ownRecall` runs without them. */
const optional = optionalData('aml', 'Recall on the lists of the US and the UN');
const data = optional ?? '';

/** Of the large sets every eighth case: enough to notice a loss, quick enough for every run. */
const step = 8;

/** With the date of birth, or without. */
interface Options {
  dated: boolean;
}

describe.skipIf(!optional)('lists of the US and the UN', () => {
  test('listed people are found under other spellings, with few false alerts', async () => {
    const index = await indexLists([join(data, 'lists-bench')]);
    const scores = (set: string, { dated }: Options) =>
      casesOf(set).map(({ person, expect: expected }) => {
        const { dateOfBirth, ...undated } = person;
        const subject = dated ? { ...undated, dateOfBirth: wellFormed(dateOfBirth) } : undated;
        const hits = screen(index, { person: subject });
        const mine = Math.max(
          0,
          ...hits
            .filter(({ sources }) => sources.some(({ id }) => expected.includes(id)))
            .map(({ score }) => score),
        );
        return { mine, best: hits[0]?.score ?? 0 };
      });
    const recalls = (options: Options, sets: string[]) => {
      const false_ = scores('negative', options).map(({ best }) => best);
      const thresholds = [0.001, 0.01].map(
        (rate) => false_.toSorted((a, b) => b - a)[Math.floor(rate * false_.length)]!,
      );
      return sets.map((set) => {
        const found = scores(set, options);
        return thresholds.map((threshold) => share(found, ({ mine }) => mine > threshold));
      });
    };
    const [alias, mutated] = recalls({ dated: false }, ['alias', 'mutated']);
    expect(alias![0]).toBeGreaterThanOrEqual(0.72);
    expect(alias![1]).toBeGreaterThanOrEqual(0.8);
    expect(mutated![0]).toBeGreaterThanOrEqual(0.82);
    expect(mutated![1]).toBeGreaterThanOrEqual(0.91);
    const [aliasDated, mutatedDated, spelling] = recalls({ dated: true }, [
      'alias',
      'mutated',
      'un-spelling',
    ]);
    expect(aliasDated![0]).toBeGreaterThanOrEqual(0.85);
    expect(aliasDated![1]).toBeGreaterThanOrEqual(0.92);
    expect(mutatedDated![0]).toBeGreaterThanOrEqual(0.92);
    expect(mutatedDated![1]).toBeGreaterThanOrEqual(0.96);
    expect(spelling![1]).toBeGreaterThanOrEqual(0.99);
    const original = scores('original-script', { dated: false });
    expect(share(original, ({ mine, best }) => mine > 0 && mine >= best)).toBeGreaterThanOrEqual(0.84);
    expect(share(original, ({ best }) => best === 1)).toBe(0);
  });

  test('every primary name and strong alias finds its own entity', async () => {
    const index = await indexLists([join(data, 'lists/ofac'), join(data, 'lists/un')]);
    const { entityJson, entityJsonStart, entityFlags } = index.columns;
    const lost: string[] = [];
    for (let row = 0; row < entityFlags.length; row += step) {
      const json = Buffer.from(
        entityJson.subarray(entityJsonStart[row], entityJsonStart[row + 1]),
      ).toString();
      const { id, kind, names } = JSON.parse(json) as Listed;
      for (const { text, quality } of names)
        if (
          quality !== 'weak' &&
          !screen(
            index,
            kind === 'person' ? { person: { fullName: text } } : { organisation: { name: text } },
          ).some(({ sources }) => sources.some((source) => source.id === id))
        )
          lost.push(text);
    }
    expect(lost).toEqual([]);
  });
});

interface Case {
  person: Person;
  expect: string[];
}

function casesOf(set: string): Case[] {
  const lines = readFileSync(join(data, `cases/queries/${set}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean);
  return lines
    .filter((_, i) => lines.length < 1000 || i % step === 0)
    .map((line) => JSON.parse(line) as Case);
}

/** Some cases say `1969-8-2`. */
function wellFormed(date: string | undefined): string | undefined {
  return date?.replace(/-(\d)(?!\d)/g, '-0$1');
}

function share<T>(of: T[], is: (one: T) => boolean): number {
  return of.filter(is).length / of.length;
}
