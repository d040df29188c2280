import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { runtime } from '../../deploy/release/packImage.ts';
import { readConfig, settingNames } from '../../src/service/settings/config.ts';
import { composeFiles } from '../support/composeFiles.ts';
import { programOf } from '../support/programOf.ts';

const folder = join(import.meta.dirname, '../../deploy');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const known = new Set([
  ...settingNames,
  ...settingNames.map((name) => `${name}_FILE`),
  'NODE_ENV',
  'SSL_CERT_FILE',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SHARED_CREDENTIALS_FILE',
  'PATH',
]);

describe('every setting in deploy/ exists in the service', () => {
  test.each([
    ['compose/compose.yaml', /^ {4}([A-Z][A-Z_]+): /gm],
    ['compose/buckets.yaml', /^ {2}([A-Z][A-Z_]+): /gm],
    ['compose/trial.yaml', /^ {6}([A-Z][A-Z_]+): /gm],
    ['kubernetes/idv-verify.yaml', /- \{ name: ([A-Z][A-Z_]+), value/g],
    ['systemd/idv-verify.service', /\b([A-Z][A-Z_]+)=%/g],
    ['Dockerfile', /(?<!ARG )\b([A-Z][A-Z_]+)=\S/g],
  ])('%s', (file, pattern) => {
    const names = [...read(file).matchAll(pattern)].map((match) => match[1]!);
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });
});

const FILES = [
  'compose/compose.yaml',
  'compose/buckets.yaml',
  'compose/trial.yaml',
  'kubernetes/idv-verify.yaml',
  'prometheus/prometheus.yml',
];

test('the YAML is well formed, and each command exists in the service', () => {
  const command = readFileSync(join(folder, '../src/service/cli/command.ts'), 'utf8');
  for (const file of FILES) {
    const documents = parseAllDocuments(read(file));
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    const used = [...read(file).matchAll(/^\s+(?:args|command): \[(\w+)/gm)].map((match) => match[1]!);
    // The command of the store of the trial.
    if (used.includes('npx')) used.splice(used.indexOf('npx'), 1);
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

test('each workload has a memory limit, the shared key directory and minimal network access', () => {
  const { services, networks, volumes } = composeFiles('compose.yaml');
  for (const [name, service] of Object.entries<Record<string, unknown>>(services)) {
    expect([name, service['mem_limit'], service['pids_limit'], service['networks']]).toEqual([
      name,
      expect.stringMatching(/^\d+[mg]$/),
      expect.any(Number),
      expect.any(Array),
    ]);
    if (!String(service['image']).startsWith('idv-verify-service'))
      expect(service['image']).toMatch(/@\$\{\w+_DIGEST:\?/);
  }
  const on = (network: string) =>
    Object.keys(services).filter((name) => services[name].networks.includes(network));
  expect(on('inside')).toEqual(['database', 'migrate', 'node-1', 'node-2']);
  expect(on('front')).toEqual(['node-1', 'node-2', 'tls']);
  expect(on('outside')).toEqual(['node-1', 'node-2']);
  expect([networks.inside.internal, networks.front.internal, 'keys' in volumes]).toEqual([true, true, true]);
  for (const name of ['migrate', 'node-1', 'node-2']) expect(services[name].volumes).toContain('keys:/keys');
  expect(read('compose/Caddyfile')).toContain('header_up X-Forwarded-For {remote_host}');
  // Pages with tokens are not compressed.
  expect(read('compose/Caddyfile')).not.toMatch(/^\s*encode\b/m);

  const documents = parseAllDocuments(read('kubernetes/idv-verify.yaml')).map((each) => each.toJS());
  const policies = documents.filter(({ kind }) => kind === 'NetworkPolicy');
  const all = { 'app.kubernetes.io/name': 'idv-verify', 'app.kubernetes.io/instance': 'idv-verify' };
  const [nothing] = policies.filter(({ metadata }) => metadata.name === 'idv-verify-nothing');
  expect(nothing.spec).toEqual({ podSelector: { matchLabels: all }, policyTypes: ['Ingress', 'Egress'] });
  const [requests, ...others] = policies.filter(({ spec }) => spec.ingress);
  const nodes = { ...all, 'app.kubernetes.io/component': 'service' };
  expect([requests.spec.podSelector.matchLabels, others]).toEqual([nodes, []]);
  for (const { spec } of documents.filter(({ kind }) => ['Deployment', 'Job'].includes(kind))) {
    const [container] = spec.template.spec.containers;
    expect(container.volumeMounts).toContainEqual({ name: 'keys', mountPath: '/keys' });
    expect(container.resources.limits.memory).toMatch(/[MG]i$/);
    expect(spec.template.metadata.labels).toMatchObject({ ...all, 'idv-verify/database': 'yes' });
  }
});

test('with data keys in a bucket the containers share no volume of keys', () => {
  const { services, volumes, secrets } = composeFiles('compose.yaml', 'buckets.yaml');
  expect(Object.keys(volumes)).toEqual(['database', 'lists', 'certificates']);
  for (const name of ['node-1', 'node-2', 'migrate']) {
    const { environment, volumes: mounts, secrets: files } = services[name];
    expect(JSON.stringify(mounts)).not.toContain('keys');
    expect(mounts).toContain('/data');
    expect(files).toEqual(['database_url', 'master_key', 'bootstrap_key', 'metrics_token', 'bucket']);
    const env = filledIn(environment, { KEYS: 's3://keys/idv', KEYS_ENDPOINT: 'https://store.example' });
    expect(env).toMatchObject({ AWS_SHARED_CREDENTIALS_FILE: '/run/secrets/bucket', KEYS_REGION: '' });
    expect(
      readConfig({ ...env, DATABASE_URL: 'postgres://database/idv', IDV_MASTER_KEY: NO_KEY }),
    ).toMatchObject({
      keysDir: null,
      keys: { bucket: 'keys', prefix: 'idv', endpoint: 'https://store.example', pathStyle: true },
      pictures: null,
    });
    const both = filledIn(environment, { KEYS: 's3://keys', PICTURES: 's3://pictures/idv' });
    expect(readConfig({ ...both, IDV_MASTER_KEY: NO_KEY }).pictures).toMatchObject({ bucket: 'pictures' });
    expect(() => filledIn(environment, {})).toThrow('KEYS');
  }
  expect(secrets).toHaveProperty('bucket');
});

test('the trial is reached from its own machine alone, and limits each container', () => {
  const { services } = composeFiles('trial.yaml');
  const ports = Object.values<{ ports?: string[] }>(services).flatMap((each) => each.ports ?? []);
  expect(ports).toEqual(['127.0.0.1:4010:4010']);
  for (const service of Object.values<Record<string, unknown>>(services))
    expect(service).toMatchObject({
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      pids_limit: expect.any(Number),
      cap_drop: ['ALL'],
    });
});

test('the image assembled by a script runs as described in the Dockerfile', () => {
  const dockerfile = read('Dockerfile');
  expect(dockerfile).toContain(`WORKDIR ${runtime.WorkingDir}`);
  expect(dockerfile).toContain(`ENTRYPOINT ${JSON.stringify(runtime.Entrypoint).replaceAll(',', ', ')}`);
  expect(dockerfile).toContain(`CMD ${JSON.stringify(runtime.Cmd)}`);
  for (const variable of runtime.Env.filter((each) => !each.startsWith('PATH=')))
    expect(dockerfile).toContain(variable);
});

const caddy = programOf('caddy', { tests: 'The test of the proxy in front', pack: 'caddy' });
test.skipIf(!caddy)('the reverse proxy accepts its configuration', () => {
  const args = ['validate', '--config', join(folder, 'compose/Caddyfile'), '--adapter', 'caddyfile'];
  const { status, stderr } = spawnSync(caddy!, args, { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});

const systemd = programOf('systemd-analyze', { tests: 'The test of the systemd unit', pack: 'systemd' });
test.skipIf(!systemd)('the systemd unit is valid and hardened', () => {
  const unit = join(folder, 'systemd/idv-verify.service');
  const verified = spawnSync(systemd!, ['verify', unit], { encoding: 'utf8' });
  expect(verified.stderr).not.toContain('idv-verify.service:');
  const security = spawnSync(systemd!, ['security', '--offline=true', unit], { encoding: 'utf8' });
  expect(Number(/Overall exposure level[^:]*: ([\d.]+)/.exec(security.stdout)?.[1])).toBeLessThan(2);
});

const NO_KEY = Buffer.alloc(32).toString('base64');
/** The environment that Compose makes of an `.env`. @throws if a required variable is missing. */
function filledIn(environment: Record<string, string>, env: Record<string, string>): Record<string, string> {
  const fill = (text: string) =>
    text.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
      if (env[name]) return env[name];
      if (kind === '?') throw new Error(`${name}: ${rest}`);
      return rest;
    });
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value)]));
}
