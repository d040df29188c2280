import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseAllDocuments, parseDocument } from 'yaml';
import { readConfig, settingNames } from '../../src/service/settings/config.ts';
import { secretNames } from '../../src/service/settings/secretFiles.ts';
import { helmProgram, helmTool } from '../support/helmProgram.ts';
import { programOf } from '../support/programOf.ts';

const root = join(import.meta.dirname, '../..');
const chart = join(root, 'deploy/helm');
const tools = join(import.meta.dirname, 'helm');
const full = ['--values', join(tools, 'values.yaml')];
/** Nothing is on a volume that nodes share. */
const shareNothing = ['--values', join(tools, 'shareNothing.yaml')];
const helm = helmProgram();
const haproxy = programOf('haproxy', { tests: 'The test of the way to the primary', pack: 'haproxy' });

// biome-ignore lint/suspicious/noExplicitAny: manifests of any kind.
type Manifest = any;

const run = (...args: string[]) => spawnSync(helm!, args, { encoding: 'utf8' });

function rendered(...args: string[]): string {
  const { status, stdout, stderr } = run('template', 'bank', chart, '--namespace', 'bank', ...args);
  expect(status, stderr).toBe(0);
  return stdout;
}

const documentsOf = (text: string): Manifest[] => parseAllDocuments(text).map((each) => each.toJS());
const named = (documents: Manifest[], kind: string, name: string) =>
  documents.find((each) => each.kind === kind && each.metadata.name === name);

test.skipIf(!helm).each([
  ['its defaults', []],
  ['all of its values', full],
  ['buckets', shareNothing],
])('the chart passes the linter of Helm with %s', (_, values) => {
  const { status, stdout, stderr } = run('lint', '--strict', chart, ...values);
  expect(status, stdout + stderr).toBe(0);
});

test.skipIf(!helm)('the chart makes the plain manifest', () => {
  const args = [
    'template',
    'idv-verify',
    'deploy/helm',
    '--namespace',
    'idv-verify',
    '--set',
    'namespace=true',
  ];
  const { stdout } = spawnSync(helm!, args, { cwd: root, encoding: 'utf8' });
  expect(readFileSync(join(root, 'deploy/kubernetes/idv-verify.yaml'), 'utf8')).toBe(stdout);
  expect(stdout).toContain(`helm ${args.join(' ')}`);
});

test.skipIf(!helm)('the chart has the version of the service', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { version: ofChart, appVersion } = parseDocument(
    readFileSync(join(chart, 'Chart.yaml'), 'utf8'),
  ).toJS();
  expect([ofChart, appVersion]).toEqual([version, version]);
});

test.skipIf(!helm).each([
  ['its defaults', []],
  ['all of its values', full],
  ['buckets', shareNothing],
])('the chart makes what Kubernetes knows, field by field, of %s', async (_, values) => {
  const documents = documentsOf(rendered(...values));
  for (const each of documents) {
    const Model = (await helmTool(moduleOf(each)))[each.kind] as new (data: Manifest) => { validate(): void };
    expect(() => new Model(each).validate(), JSON.stringify(each)).not.toThrow();
  }
  expect(unknownFields(documents)).toBe('');
  const [first] = documents;
  expect(unknownFields([{ ...first, spec: { ...first.spec, misspelt: 1 } }])).toContain(
    `'"misspelt"' does not exist`,
  );
});

test.skipIf(!helm)('the chart makes settings that the service reads', () => {
  const env = environmentOf(documentsOf(rendered(...full)));
  const secrets = secretNames.flatMap((name) => [`${name}_FILE`, `${name}_COMMAND`]);
  const others = ['AWS_SHARED_CREDENTIALS_FILE', 'VAULT_ADDR'];
  const known = [...settingNames, ...secrets, ...others];
  expect(Object.keys(env).filter((name) => !known.includes(name))).toEqual([]);
  const config = readConfig({ ...env, ...secretSettings });
  expect(config.pictures).toMatchObject({
    bucket: 'pictures',
    prefix: 'idv',
    endpoint: 'https://store.example',
    region: 'eu-1',
    pathStyle: true,
  });
  expect(config).toMatchObject({
    keysDir: '/keys',
    keys: null,
    retention: { detailsDays: 30 },
    database: { prepare: false },
  });
  expect(env).toMatchObject({ IDV_MASTER_KEY_COMMAND: expect.stringMatching(/^\/programs\/vault write /) });
  expect(env).not.toHaveProperty('IDV_MASTER_KEY_FILE');
});

test.skipIf(!helm)('nodes share no volume with data keys in a bucket and lists from addresses', () => {
  const documents = documentsOf(rendered(...shareNothing));
  const config = readConfig({ ...environmentOf(documents), ...secretSettings });
  expect(config).toMatchObject({
    keysDir: null,
    keys: {
      bucket: 'keys',
      prefix: 'idv',
      endpoint: 'https://store.example',
      region: 'eu-1',
      pathStyle: false,
    },
    pictures: null,
    amlLists: ['https://lists.example/one.xml', 'https://lists.example/two.csv'],
  });
  expect(named(documents, 'Deployment', 'bank').spec.replicas).toBe(3);
  const left = documents.map(({ kind }) => kind);
  expect(left).not.toContain('PersistentVolumeClaim');
  expect(left).not.toContain('CronJob');
  expect(JSON.stringify(documents)).not.toContain('persistentVolumeClaim');
});

test.skipIf(!helm)('data keys move from a claim that is named beside the bucket', () => {
  const documents = documentsOf(rendered(...shareNothing, '--set', 'keys.existingClaim=bank-keys'));
  const config = readConfig({ ...environmentOf(documents), ...secretSettings });
  expect(config).toMatchObject({ keysDir: '/keys', keys: { bucket: 'keys' } });
  expect(named(documents, 'Deployment', 'bank').spec.template.spec.volumes).toContainEqual({
    name: 'keys',
    persistentVolumeClaim: { claimName: 'bank-keys' },
  });
  expect(documents.map(({ kind }) => kind)).not.toContain('PersistentVolumeClaim');
});

test.skipIf(!helm)('the chart mounts each secret where a setting looks for it', () => {
  for (const values of [[], full, shareNothing]) {
    const documents = documentsOf(rendered(...values));
    const pods = documents
      .filter(({ kind }) => ['Deployment', 'Job'].includes(kind))
      .map(({ spec }) => spec.template.spec);
    for (const { containers, volumes } of pods) {
      const [{ env = [], volumeMounts }] = containers;
      const paths = volumeMounts.map(({ mountPath }: Manifest) => mountPath);
      for (const { name, value } of env)
        if (/_FILE$|^KEYS_DIR$/.test(name))
          expect(
            paths.some((path: string) => value === path || value.startsWith(`${path}/`)),
            name,
          ).toBe(true);
      expect(volumeMounts.map(({ name }: Manifest) => name).toSorted()).toEqual(
        volumes.map(({ name }: Manifest) => name).toSorted(),
      );
    }
  }
});

test.skipIf(!helm).each([
  ['a value that is misspelt', 'replica=3', /replica/],
  ['a bucket without s3://', 'pictures.bucket=pictures', /pictures\/bucket/],
  ['a bucket of data keys without s3://', 'keys.bucket=keys', /keys\/bucket/],
  ['a setting that is no string', 'settings.DB_POOL=3', /DB_POOL/],
  ['an address without TLS', 'publicUrl=http://idv.example.com', /publicUrl/],
  ['an image of others without digest', 'database.haproxy.image=haproxy:3', /haproxy\/image/],
])('the chart refuses %s', (_, set, message) => {
  const { status, stderr } = run('template', 'bank', chart, '--set', set);
  expect(status).not.toBe(0);
  expect(stderr).toMatch(message);
});

test.skipIf(!helm)('the chart needs an image for HAProxy', () => {
  const server = 'database.haproxy.servers[0]={name: one}';
  const json = `database.haproxy.servers=[{"name":"one","host":"a","port":5432,"check":8008}]`;
  expect(run('template', 'bank', chart, '--set', server).status).not.toBe(0);
  expect(run('template', 'bank', chart, '--set-json', json).stderr).toContain(
    'database.haproxy.image is required',
  );
});

test.skipIf(!helm)('the chart leads to /v1, /verify and /desk alone', () => {
  const { rules, tls } = named(documentsOf(rendered(...full)), 'Ingress', 'bank').spec;
  expect(tls[0].hosts).toEqual(['verify.bank.example']);
  expect(rules[0].http.paths.map(({ path }: Manifest) => path)).toEqual(['/v1', '/verify', '/desk']);
});

test.skipIf(!helm || !haproxy)(
  'the chart leads to the primary by a configuration that HAProxy accepts',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'idv-haproxy-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(
      file,
      named(documentsOf(rendered(...full)), 'ConfigMap', 'bank-database').data['haproxy.cfg'],
    );
    const { status, stderr } = spawnSync(haproxy!, ['-c', '-f', file], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  },
);

/** What the Secret holds, or a program prints. */
const secretSettings = {
  DATABASE_URL: 'postgres://bank-database/idv',
  IDV_MASTER_KEY: Buffer.alloc(32).toString('base64'),
};

/** The environment of a node. */
function environmentOf(documents: Manifest[]): Record<string, string> {
  const { containers } = named(documents, 'Deployment', 'bank').spec.template.spec;
  return Object.fromEntries(
    containers[0].env.map(({ name, value }: { name: string; value: string }) => [name, value]),
  );
}

/** Where the tools have the model of a kind. */
function moduleOf({ apiVersion, kind }: Manifest): string {
  const pack = apiVersion.startsWith('monitoring.coreos.com/')
    ? '@kubernetes-models/prometheus-operator'
    : 'kubernetes-models';
  return `${pack}/${apiVersion}/${kind}.js`;
}

/** What the compiler says of fields that the types of Kubernetes do not have: its schemas let any name pass. */
function unknownFields(documents: Manifest[]): string {
  const folder = mkdtempSync(join(tools, 'node_modules/.types-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const lines = documents.map(
    (each, n) =>
      `import { I${each.kind} as Kind${n} } from '../${moduleOf(each)}';\nexport const manifest${n}: Kind${n} = ${JSON.stringify(each)};`,
  );
  writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'));
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--types',
    '',
    '--ignoreConfig',
  ];
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), ...options, join(folder, 'manifests.ts')],
    { encoding: 'utf8' },
  );
  return stdout;
}
