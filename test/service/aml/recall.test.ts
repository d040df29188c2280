import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { indexLists } from '../../../src/service/aml/indexLists.ts';
import type { Listed } from '../../../src/service/aml/lists/listed.ts';
import type { Person } from '../../../src/service/aml/person.ts';
import { screen } from '../../../src/service/aml/screen.ts';

/** Real lists and labelled cases, which aren't part of the project: without them this file is skipped. */
const data = join(import.meta.dirname, '../../../../shared/aml');
const present = existsSync(join(data, 'lists-bench'));
if (!present) process.stderr.write(`No screening data in ${data}: recall is not measured.\n`);

/** Of the large sets every fourth case: enough to notice a loss, quick enough for every run. */
const step = 4;

describe.skipIf(!present)('on the lists of the US and the UN', () => {
  test('listed people are found under other spellings, at few false alerts', async () => {
    const index = await indexLists([join(data, 'lists-bench')]);
    const scores = (set: string, dated: boolean) =>
      casesOf(set).map(({ person, expect: wanted }) => {
        const { dateOfBirth, ...undated } = person;
        const hits = screen(index, dated ? { ...undated, dateOfBirth: wellFormed(dateOfBirth) } : undated);
        const mine = Math.max(0, ...hits.filter(({ id }) => wanted.includes(id)).map(({ score }) => score));
        return { mine, best: hits[0]?.score ?? 0 };
      });
    const recalls = (dated: boolean, sets: string[]) => {
      const false_ = scores('negative', dated).map(({ best }) => best);
      const thresholds = [0.001, 0.01].map(
        (rate) => false_.toSorted((a, b) => b - a)[Math.floor(rate * false_.length)]!,
      );
      return sets.map((set) => {
        const found = scores(set, dated);
        return thresholds.map((least) => share(found, ({ mine }) => mine > least));
      });
    };
    const [alias, mutated] = recalls(false, ['alias', 'mutated']);
    expect(alias![0]).toBeGreaterThanOrEqual(0.58);
    expect(alias![1]).toBeGreaterThanOrEqual(0.75);
    expect(mutated![0]).toBeGreaterThanOrEqual(0.78);
    expect(mutated![1]).toBeGreaterThanOrEqual(0.9);
    const [aliasDated, mutatedDated, spelling] = recalls(true, ['alias', 'mutated', 'un-spelling']);
    expect(aliasDated![0]).toBeGreaterThanOrEqual(0.85);
    expect(aliasDated![1]).toBeGreaterThanOrEqual(0.92);
    expect(mutatedDated![0]).toBeGreaterThanOrEqual(0.92);
    expect(mutatedDated![1]).toBeGreaterThanOrEqual(0.96);
    expect(spelling![1]).toBeGreaterThanOrEqual(0.99);
    const original = scores('original-script', false);
    expect(share(original, ({ mine, best }) => mine > 0 && mine >= best)).toBeGreaterThanOrEqual(0.84);
    expect(share(original, ({ best }) => best === 1)).toBe(0);
  });

  test('every primary name and strong alias finds its own entity', async () => {
    const index = await indexLists([join(data, 'lists/ofac'), join(data, 'lists/un')]);
    const { entityJson, entityJsonStart, entityFlags } = index.columns;
    const lost: string[] = [];
    for (let row = 0; row < entityFlags.length; row += 2 * step) {
      const json = Buffer.from(
        entityJson.subarray(entityJsonStart[row], entityJsonStart[row + 1]),
      ).toString();
      const { id, names } = JSON.parse(json) as Listed;
      for (const { text, quality } of names)
        if (quality !== 'weak' && !screen(index, { fullName: text }).some((hit) => hit.id === id))
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
