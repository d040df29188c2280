import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadLists } from '../../../src/screening/screening.ts';
import { measureModel } from '../../../src/screening/validation/measureModel.ts';
import { wilson } from '../../../src/service/screenings/validation/validationPdf.ts';

const lists = join(import.meta.dirname, '../../screening/fixtures');
/** A listed person of the fixtures. */
const measuredNames = [{ id: 'uk-9101', name: 'Zoran QUILLFEATHER' }] as const;
const cli = join(import.meta.dirname, '../../../src/service/cli/aml.ts');

test('the pack has a dated document, its figures and the below-the-line sample', () => {
  const out = mkdtempSync(join(tmpdir(), 'idv-validation-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  const own = mkdtempSync(join(tmpdir(), 'idv-own-'));
  onTestFinished(() => rmSync(own, { recursive: true, force: true }));
  const [book, deck] = [join(own, 'book.csv'), join(own, 'deck.csv')];
  const [row] = measuredNames;
  writeFileSync(book, `id,fullName\nc1,${row.name}\nc2,Nobody Atall\n`);
  writeFileSync(deck, `id,fullName\n${row.id},${row.name}\nnone,Nobody Atall\n`);
  const args = [cli, 'validate', '--out', out, '--sample', '20', '--book', book, '--deck', deck];
  const { status, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, AML_LISTS: lists, INIT_CWD: undefined },
  });
  expect([status, stderr]).toEqual([0, expect.stringContaining('Dataset ')]);
  const today = new Date().toISOString().slice(0, 7);
  const names = readdirSync(out).sort();
  expect(names).toEqual([
    expect.stringMatching(new RegExp(`^screening-validation-${today}-\\d\\d-below-the-line.csv$`)),
    expect.stringMatching(new RegExp(`^screening-validation-${today}-\\d\\d.csv$`)),
    expect.stringMatching(new RegExp(`^screening-validation-${today}-\\d\\d.pdf$`)),
  ]);
  const [below, figures, pdf] = names.map((name) => readFileSync(join(out, name), 'latin1'));
  expect(pdf).toMatch(/^%PDF-1\.7[\s\S]+pdfaid:part>2</);
  expect(figures).toMatch(/^section,group,basis,questions,count,share,low95,high95\r\n/);
  for (const section of ['class', 'dates', 'script', 'list', 'organisations', 'vessels', 'false_alerts'])
    expect(figures).toContain(`\r\n${section},`);
  for (const culture of ['Burmese', 'Somali', 'Yemeni'])
    for (const basis of ['name', 'name_and_date_of_birth'])
      expect(figures).toContain(`false_alerts,${culture},${basis},20,`);
  expect(figures).toContain('class,First letter of a part replaced,');
  expect(figures).toContain('book,0.70,name,2,1,');
  expect(figures).toContain('deck_found,0.70,name,1,1,');
  expect(figures).toContain('deck_alerts,0.70,name,1,0,');
  expect(figures).not.toContain('NaN');
  expect(below).toMatch(/^asked,dateOfBirth,listed,entityId,lists,score,meant,shouldAlert\r\n/);
});

test('validation without lists is an error', () => {
  const { status, stderr } = spawnSync(process.execPath, [cli, 'validate', '--out', '/tmp/none'], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: '/nowhere',
    },
  });
  expect([status, stderr]).toEqual([2, expect.stringContaining('set AML_LISTS, or pass --lists')]);
});

test('the same lists and seed give the same figures, and every listed name is found', async () => {
  const index = await loadLists([lists], { log: () => {} });
  const measured = measureModel(index, { sample: 20, seed: 7 });
  expect(measureModel(index, { sample: 20, seed: 7 })).toEqual(measured);
  const asListed = measured.lines.find(({ section, group }) => section === 'class' && group === 'As listed');
  expect(asListed!.name.questions).toBeGreaterThan(10);
  expect(asListed!.name.count).toBe(asListed!.name.questions);
  const swept = measured.lines
    .filter(({ section }) => section === 'found_from')
    .map(({ name }) => name.count);
  expect(swept).toEqual([...swept].sort((a, b) => b - a));
  expect(swept[0]).toBeGreaterThan(swept.at(-1)!);
  const anyDate = measured.lines.find(
    ({ section, group }) => section === 'dates' && group === 'Any other date',
  );
  expect(anyDate!.dated!.count).toBe(anyDate!.dated!.questions);
  expect(measured.belowTheLine.every(({ score }) => score < 0.7)).toBe(true);
});

test('intervals are Wilson intervals', () => {
  const [low, high] = wilson({ questions: 100, count: 90 });
  expect(low).toBeCloseTo(0.8256, 3);
  expect(high).toBeCloseTo(0.9448, 3);
  expect(wilson({ questions: 20, count: 20 })).toEqual([expect.closeTo(0.8389, 3), expect.closeTo(1, 9)]);
});
