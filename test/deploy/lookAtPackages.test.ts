import { expect, test } from 'vitest';
import { judgeAudit, requireLicences } from '../../deploy/release/lookAtPackages.ts';

const component = (name: string, licence: string) => ({
  type: 'library',
  name,
  version: '1.0.0',
  purl: '',
  licenses: [{ expression: licence }],
});
const bom = { components: [component('one', 'MIT'), component('two', '(AGPL-3.0-only OR Apache-2.0)')] };

test('a release names packages whose licence was not agreed to', () => {
  expect(() => requireLicences(bom)).not.toThrow();
  for (const licence of ['GPL-3.0-only', 'unknown', 'MIT AND SSPL-1.0'])
    expect(() => requireLicences({ components: [...bom.components, component('three', licence)] })).toThrow(
      `three 1.0.0: ${licence}`,
    );
});

test('a release stops for a reported fault of what ships, and says so if the registry does not answer', () => {
  const answer = (...names: string[]) =>
    JSON.stringify({
      vulnerabilities: Object.fromEntries(names.map((name) => [name, { severity: 'high', range: '<2' }])),
    });
  expect(judgeAudit(answer('of-tests-only'), bom)).toContain('no fault of the 2 packages');
  expect(() => judgeAudit(answer('of-tests-only', 'two'), bom)).toThrow('two <2: high');
  for (const none of ['', 'not JSON', JSON.stringify({ message: '405 Method Not Allowed' })])
    expect(judgeAudit(none, bom)).toContain('NOT known');
});
