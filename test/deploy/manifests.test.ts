import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { runtime } from '../../deploy/release/packImage.ts';
import { settingNames } from '../../src/service/settings/config.ts';
import { programOf } from '../support/programOf.ts';

const folder = join(import.meta.dirname, '../../deploy');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const known = new Set([
  ...settingNames,
  ...settingNames.map((name) => `${name}_FILE`),
  'NODE_ENV',
  'SSL_CERT_FILE',
  'PATH',
]);

describe('every setting in deploy/ is one of the service', () => {
  test.each([
    ['compose/compose.yaml', /^ {4}([A-Z][A-Z_]+): /gm],
    ['kubernetes/idv-verify.yaml', /^ {2}([A-Z][A-Z_]+): /gm],
    ['systemd/idv-verify.service', /\b([A-Z][A-Z_]+)=%/g],
    ['Dockerfile', /(?<!ARG )\b([A-Z][A-Z_]+)=\S/g],
  ])('%s', (file, pattern) => {
    const names = [...read(file).matchAll(pattern)].map((match) => match[1]!);
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });
});

test('the YAML is well formed, and each command is one of the service', () => {
  const command = readFileSync(join(folder, '../src/service/cli/command.ts'), 'utf8');
  for (const file of ['compose/compose.yaml', 'kubernetes/idv-verify.yaml', 'prometheus/prometheus.yml']) {
    const documents = parseAllDocuments(read(file));
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    const used = [...read(file).matchAll(/^\s+(?:args|command): \[(\w+)/gm)].map((match) => match[1]!);
    for (const name of used) expect(command).toContain(`  ${name}: {`);
  }
});

test('nothing runs as root or writes to its own image', () => {
  const workloads = parseAllDocuments(read('kubernetes/idv-verify.yaml')).map((each) =>
    JSON.stringify(each.toJS()),
  );
  const pods = workloads.filter((each) => each.includes('"containers"'));
  expect(pods.length).toBe(3);
  for (const pod of pods) {
    expect(pod).toContain('"runAsNonRoot":true');
    expect(pod).toContain('"readOnlyRootFilesystem":true');
    expect(pod).toContain('"allowPrivilegeEscalation":false');
  }
  expect(read('Dockerfile')).toContain(`USER ${runtime.User}`);
});

test('the image that a script assembles runs as the Dockerfile says', () => {
  const dockerfile = read('Dockerfile');
  expect(dockerfile).toContain(`WORKDIR ${runtime.WorkingDir}`);
  expect(dockerfile).toContain(`ENTRYPOINT ${JSON.stringify(runtime.Entrypoint).replaceAll(',', ', ')}`);
  expect(dockerfile).toContain(`CMD ${JSON.stringify(runtime.Cmd)}`);
  for (const variable of runtime.Env.filter((each) => !each.startsWith('PATH=')))
    expect(dockerfile).toContain(variable);
});

const caddy = programOf('caddy', { tests: 'The test of the proxy in front', pack: 'caddy' });
test.skipIf(!caddy)('the proxy in front takes its settings', () => {
  const args = ['validate', '--config', join(folder, 'compose/Caddyfile'), '--adapter', 'caddyfile'];
  const { status, stderr } = spawnSync(caddy!, args, { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});

const systemd = programOf('systemd-analyze', { tests: 'The test of the systemd unit', pack: 'systemd' });
test.skipIf(!systemd)('the unit is valid, and hardened', () => {
  const unit = join(folder, 'systemd/idv-verify.service');
  const verified = spawnSync(systemd!, ['verify', unit], { encoding: 'utf8' });
  expect(verified.stderr).not.toContain('idv-verify.service:');
  const security = spawnSync(systemd!, ['security', '--offline=true', unit], { encoding: 'utf8' });
  expect(Number(/Overall exposure level[^:]*: ([\d.]+)/.exec(security.stdout)?.[1])).toBeLessThan(2);
});
