import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadLists } from '../../../src/screening/screening.ts';
import { measureModel } from '../../../src/screening/validation/measureModel.ts';
import { wilson } from '../../../src/service/screenings/validation/validationPdf.ts';

const lists = join(import.meta.dirname, '../../screening/fixtures');
const cli = join(import.meta.dirname, '../../../src/service/cli/aml.ts');

test('the pack has a dated document, its figures and the below-the-line sample', () => {
  const out = mkdtempSync(join(tmpdir(), 'idv-validation-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  const args = [cli, 'validate', '--out', out, '--sample', '20'];
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
  for (const section of ['class', 'script', 'list', 'organisations', 'false_alerts'])
    expect(figures).toContain(`\r\n${section},`);
  expect(figures).toContain('false_alerts,Burmese,name,20,');
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
  expect(measured.belowTheLine.every(({ score }) => score < 0.7)).toBe(true);
});

test('intervals are Wilson intervals', () => {
  const [low, high] = wilson({ questions: 100, count: 90 });
  expect(low).toBeCloseTo(0.8256, 3);
  expect(high).toBeCloseTo(0.9448, 3);
  expect(wilson({ questions: 20, count: 20 })).toEqual([expect.closeTo(0.8389, 3), expect.closeTo(1, 9)]);
});
