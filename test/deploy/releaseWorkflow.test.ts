import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { packImage } from '../../deploy/release/packImage.ts';
import { PATRONI_PACKAGES } from '../prove/failover/PatroniPair.ts';
import { SWIFT_PACKAGES } from '../support/pictureStores.ts';
import { programOf } from '../support/programOf.ts';
import { elsewhere as everyNight } from '../support/tiers.ts';

const folder = join(import.meta.dirname, '../../.github/workflows');
const { jobs } = parse(readFileSync(join(folder, 'release.yml'), 'utf8'));
const version = '1.2.3';
const skopeo = programOf('skopeo', { tests: 'The test of the image that a release pushes', pack: 'skopeo' });

/** As the workflow writes it. */
const expression = (name: string) => `$\{{ ${name} }}`;

interface Step {
  id?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

test('a release makes the image for both architectures, each on a machine of its own', () => {
  const { include } = jobs.image.strategy.matrix;
  expect(include).toEqual([
    { architecture: 'amd64', runner: 'ubuntu-24.04' },
    { architecture: 'arm64', runner: 'ubuntu-24.04-arm' },
  ]);
  expect(jobs.image.needs).toBe('elsewhere');
  expect(jobs.push.needs).toEqual(['image', 'publish']);
  const script = readFileSync(join(folder, 'push-image.sh'), 'utf8');
  expect(script).toContain(
    `for architecture in ${include.map((each: { architecture: string }) => each.architecture).join(' ')};`,
  );
});

test('what it pushed is signed, and has its provenance and its bill of materials', () => {
  const steps: Step[] = jobs.push.steps;
  const pushed = steps.findIndex(({ id }) => id === 'pushed');
  expect(steps[pushed]!.run).toContain('push-image.sh');
  const digest = expression('steps.pushed.outputs.digest');
  const later = steps.slice(pushed + 1);
  expect(later.find(({ run }) => run?.startsWith('cosign sign --yes'))!.run).toContain(digest);
  const attested = (action: string) =>
    later.filter(({ uses }) => uses?.startsWith(`actions/${action}@`)).map((step) => step.with);
  const common = { 'subject-name': expression('env.IMAGE'), 'push-to-registry': true };
  expect(attested('attest-build-provenance')).toEqual([{ ...common, 'subject-digest': digest }]);
  expect(attested('attest-sbom')).toEqual(
    ['amd64', 'arm64'].map((each) => ({
      ...common,
      'subject-digest': expression(`steps.pushed.outputs.${each}`),
      'sbom-path': `images/image-${each}/sbom.json`,
    })),
  );
  expect(jobs.push.permissions).toEqual({
    contents: 'read',
    packages: 'write',
    'id-token': 'write',
    attestations: 'write',
  });
  // Nothing that builds may push.
  expect(jobs.image.permissions).toEqual({ contents: 'read' });
});

test('what runs every night is what `npm test` names, with the programs that it needs', () => {
  const { elsewhere } = parse(readFileSync(join(folder, 'nightly.yml'), 'utf8')).jobs;
  const commands = elsewhere.steps.flatMap(({ run }: Step) => run ?? []) as string[];
  const install = 'apt-get install --yes ';
  const installed = commands.flatMap((run) =>
    run.startsWith(install) ? run.slice(install.length).split(' ') : [],
  );
  expect(installed).toEqual([PATRONI_PACKAGES, SWIFT_PACKAGES].join(' ').split(' '));
  expect(elsewhere.strategy.matrix.command.toSorted()).toEqual(
    everyNight.map(([, command]) => command).toSorted(),
  );
  // As root, who may make networks.
  expect(elsewhere.container).toEqual({ image: 'node:24-bookworm', options: '--privileged' });
});

test.skipIf(!skopeo)(
  'the script copies the archive of each architecture, and prints one digest',
  async () => {
    const work = mkdtempSync(join(tmpdir(), 'idv-push-'));
    onTestFinished(() => rmSync(work, { recursive: true, force: true }));
    for (const architecture of ['amd64', 'arm64']) {
      const [rootfs, image] = [join(work, 'rootfs'), join(work, `image-${architecture}`)];
      for (const path of [rootfs, image]) mkdirSync(path, { recursive: true });
      writeFileSync(join(rootfs, 'file'), architecture);
      await packImage(rootfs, join(work, `work-${architecture}`), {
        file: join(image, 'image.tar'),
        tag: version,
      });
    }
    // The registry is a folder: skopeo itself reads the archives. Docker only says what it was asked for.
    const bin = join(work, 'bin');
    mkdirSync(bin);
    const sh = (name: string, text: string) =>
      writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    sh(
      'skopeo',
      `to="${work}/$(echo "$7" | tr '/:' '__')"; exec ${skopeo} copy --quiet --preserve-digests "$4" "$5" "$6" "dir:$to"`,
    );
    sh('docker', `[ "$3" = create ] && echo "$@" > "${work}/asked" || echo sha256:1234`);
    const args = [work, 'ghcr.io/example/idv', version];
    const { status, stdout, stderr } = spawnSync(join(folder, 'push-image.sh'), args, {
      encoding: 'utf8',
      env: { ...process.env, PATH: [bin, process.env['PATH']].join(delimiter) },
    });
    expect(status, stderr).toBe(0);
    const copied = ['amd64', 'arm64'].map((each) =>
      join(work, `docker___ghcr.io_example_idv_${version}-${each}`),
    );
    const manifests = copied.map((path) => readFileSync(join(path, 'manifest.json')));
    const [amd64, arm64] = manifests.map((text) => createHash('sha256').update(text).digest('hex'));
    expect(stdout).toBe(`amd64=sha256:${amd64}\narm64=sha256:${arm64}\ndigest=sha256:1234\n`);
    expect(amd64).not.toBe(arm64);
    expect(readFileSync(join(work, 'asked'), 'utf8')).toBe(
      `buildx imagetools create --tag ghcr.io/example/idv:${version} ghcr.io/example/idv:${version}-amd64 ghcr.io/example/idv:${version}-arm64\n`,
    );
  },
);
