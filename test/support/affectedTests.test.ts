import { describe, expect, test } from 'vitest';
import { affectedTests, type Dependencies, projectDependencies, SLOW_TESTS } from './affectedTests.ts';

const unknown = () => undefined;

describe('in a small tree', () => {
  const dependencies: Dependencies = new Map([
    ['src/a/one.ts', []],
    ['src/a/two.ts', ['src/a/one.ts']],
    ['src/b/three.ts', ['src/a/two.ts']],
    ['src/server/index.ts', ['src/b/three.ts']],
    ['test/a/one.test.ts', ['src/a/one.ts']],
    ['test/a/two.test.ts', ['src/a/two.ts']],
    ['test/b/three.test.ts', ['src/b/three.ts', 'test/b/fixtures/']],
    ['test/docs/page.test.ts', ['docs/']],
    ['test/package/built.test.ts', ['dist/']],
    ['test/alone.test.ts', []],
  ]);
  const select = (path: string, seconds: (test: string) => number | undefined = unknown) =>
    affectedTests([path], dependencies, seconds);

  test('tests run by distance from the change, tests of the same part first', () => {
    expect(select('src/a/one.ts')).toEqual({
      everything: null,
      tests: [
        'test/a/one.test.ts',
        'test/a/two.test.ts',
        'test/b/three.test.ts',
        'test/package/built.test.ts',
      ],
      leftOut: [],
      needsBuild: true,
    });
    expect(select('src/b/three.ts').tests).toEqual(['test/b/three.test.ts', 'test/package/built.test.ts']);
  });

  test('tests beyond the budget are named', () => {
    const { tests, leftOut } = select('src/a/one.ts', (path) => (path.includes('two') ? 1000 : 1));
    expect(leftOut).toEqual(['test/a/two.test.ts']);
    expect(tests).not.toContain('test/a/two.test.ts');
  });

  test('the budget holds in the folder of the change too, but not for a test that was changed', () => {
    const folder: Dependencies = new Map([
      ['src/service/a/two.ts', []],
      ['test/service/a/slow.test.ts', []],
      ['test/service/a/two.test.ts', []],
    ]);
    const of = (path: string) => affectedTests([path], folder, (test) => (test.includes('slow') ? 1000 : 1));
    expect(of('src/service/a/two.ts')).toMatchObject({
      tests: ['test/service/a/two.test.ts'],
      leftOut: ['test/service/a/slow.test.ts'],
    });
    expect(of('test/service/a/slow.test.ts').tests).toContain('test/service/a/slow.test.ts');
  });

  test('a change in a folder that a test names selects that test', () => {
    expect(select('docs/page.md')).toMatchObject({ tests: ['test/docs/page.test.ts'], needsBuild: false });
    expect(select('test/b/fixtures/list.csv').tests).toEqual(['test/b/three.test.ts']);
  });

  test.each([
    ['package.json', /may change anything/],
    ['vite.config.ts', /may change anything/],
    ['.ci/check.mjs', /may change anything/],
    ['test/support/globalSetup.ts', /may change anything/],
    ['src/gone/file.ts', /no test is known/],
  ])('a change of %s selects every test', (path, reason) => {
    expect(select(path).everything).toMatch(reason);
    expect(select(path).tests).toHaveLength(6);
  });
});

describe('in this repository', () => {
  const dependencies = projectDependencies();
  const select = (...paths: string[]) => affectedTests(paths, dependencies, unknown);

  test.each([
    ['src/service/webhooks/attemptDelivery.ts', 'test/service/webhooks/delivery.test.ts'],
    ['src/service/cases/machine.ts', 'test/service/cases/machine.test.ts'],
    ['src/server/returns.ts', 'test/server/returns.test.ts'],
    ['src/widget/IdvVerifyElement.ts', 'test/widget/serverRendered.browser.test.ts'],
    ['docs/privacy.md', 'test/docs/privacy.test.ts'],
    ['docs/operate.md', 'test/docs/operate.test.ts'],
    ['test/screening/fixtures/un/consolidated.xml', 'test/screening/lists/formats.test.ts'],
    ['demo/site.ts', 'test/demo/site.test.ts'],
    ['demo/start.ts', 'test/demo/start.test.ts'],
    ['deploy/prometheus/alerts.yml', 'test/deploy/prometheus.test.ts'],
  ])('a change of %s selects %s', (path, expected) => {
    expect(select(path)).toMatchObject({ everything: null, tests: expect.arrayContaining([expected]) });
  });

  test('a change in one folder of the service skips most tests of others', () => {
    const { tests } = select('src/service/webhooks/attemptDelivery.ts');
    expect(tests.filter((path) => path.startsWith('test/vision/'))).toEqual([]);
    expect(tests.length).toBeLessThan(40);
  });

  test('the listed slow tests exist', () => {
    expect(Object.keys(SLOW_TESTS).filter((path) => !dependencies.has(path))).toEqual([]);
  });

  test('a change of documents that no test reads selects nothing', () => {
    expect(select('.changeset/tidy-cats-sing.md').tests).toEqual(['test/architecture.test.ts']);
  });
});
