import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './run.ts';

/** The run configuration of the Dockerfile; a test compares the two. */
export const runtime = {
  User: '65532:65532',
  WorkingDir: '/data',
  Env: [
    'PATH=/usr/bin',
    'NODE_ENV=production',
    'HOST=0.0.0.0',
    'PORT=4010',
    'DATA_DIR=/data',
    'SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt',
  ],
  ExposedPorts: { '4010/tcp': {} },
  Volumes: { '/data': {} },
  Entrypoint: ['/usr/bin/node', '/app/node_modules/idv-verify-service/lib/service/command.js'],
  Cmd: ['serve'],
};

/**
 * Writes an image of one layer as an OCI layout in a tar file, which `docker load`, `podman load` and registries take.
 * @param rootfs the root file system, see `image/assemble.sh`.
 * @param file the tar file.
 */
export async function packImage(
  rootfs: string,
  work: string,
  { file, tag }: { file: string; tag: string },
): Promise<void> {
  const layout = join(work, 'layout');
  await rm(layout, { recursive: true, force: true });
  await mkdir(join(layout, 'blobs/sha256'), { recursive: true });
  const plain = join(work, 'layer.tar');
  // The same files give the same layer.
  const repeatable = ['--sort=name', '--mtime=@0', '--numeric-owner'];
  await run('tar', [...repeatable, '-cf', plain, '-C', rootfs, '.']);
  await run('gzip', ['-n', '-k', '-f', plain]);
  const layer = await blob(layout, `${plain}.gz`, 'application/vnd.oci.image.layer.v1.tar+gzip');
  const config = await json(layout, 'application/vnd.oci.image.config.v1+json', {
    architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
    os: 'linux',
    config: runtime,
    rootfs: { type: 'layers', diff_ids: [`sha256:${await sha256(plain)}`] },
  });
  const manifest = await json(layout, 'application/vnd.oci.image.manifest.v1+json', {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config,
    layers: [layer],
  });
  const annotations = {
    'org.opencontainers.image.ref.name': tag,
    'io.containerd.image.name': `idv-verify-service:${tag}`,
  };
  const index = { schemaVersion: 2, manifests: [{ ...manifest, annotations }] };
  await writeFile(join(layout, 'index.json'), JSON.stringify(index));
  await writeFile(join(layout, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
  // Engines from before OCI layouts read this one.
  const path = ({ digest }: Descriptor) => `blobs/sha256/${digest.slice('sha256:'.length)}`;
  const docker = [{ Config: path(config), RepoTags: [`idv-verify-service:${tag}`], Layers: [path(layer)] }];
  await writeFile(join(layout, 'manifest.json'), JSON.stringify(docker));
  await run('tar', [...repeatable, '-cf', file, '-C', layout, '.']);
}

interface Descriptor {
  mediaType: string;
  digest: string;
  size: number;
}

async function blob(layout: string, file: string, mediaType: string): Promise<Descriptor> {
  const hash = await sha256(file);
  await copyFile(file, join(layout, 'blobs/sha256', hash));
  return { mediaType, digest: `sha256:${hash}`, size: (await stat(file)).size };
}

async function json(layout: string, mediaType: string, value: unknown): Promise<Descriptor> {
  const file = join(layout, 'value.json');
  await writeFile(file, JSON.stringify(value));
  const descriptor = await blob(layout, file, mediaType);
  await rm(file);
  return descriptor;
}

/** @returns the SHA-256 of a file, in hexadecimal digits. */
export async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}
