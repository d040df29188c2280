import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from './freePort.ts';
import { programOf } from './programOf.ts';
import { shiftedDate } from './shiftedDate.ts';
import { waitFor } from './waitFor.ts';

/** Of Debian. */
export const SWIFT_PACKAGES = 'swift-proxy swift-account swift-container swift-object';

export type StoreKind = 's3rver' | 'swift';

/** A running store with a bucket of its own. */
export interface StartedStore {
  /** Its address, for `PICTURES_ENDPOINT`. */
  url: string;
  bucket: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** Where its files lie. */
  folder: string;
  /** Its processes. */
  pids: readonly number[];
  stop(): Promise<void>;
}

/** The stores that can be started here: s3rver comes with the project, OpenStack Swift with Debian. */
export function pictureStores(tests: string): readonly StoreKind[] {
  return programOf('swift-proxy-server', { tests: `${tests} in OpenStack Swift`, pack: SWIFT_PACKAGES })
    ? ['s3rver', 'swift']
    : ['s3rver'];
}

/**
 * Starts a store on loopback, its files in a temporary folder, and makes a bucket.
 * @param aheadMs how far its clock is ahead of ours.
 */
export async function startPictureStore(kind: StoreKind = 's3rver', aheadMs = 0): Promise<StartedStore> {
  const folder = mkdtempSync(join(tmpdir(), 'idv-store-'));
  const children: ChildProcess[] = [];
  const stop = async () => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { url, credentials } = await (kind === 'swift' ? swift : s3rver)(folder, children, aheadMs);
    await waitFor(() =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    );
    const pids = children.map(({ pid }) => pid!);
    const store: StartedStore = { url, bucket: 'pictures', credentials, folder, pids, stop };
    await waitFor(() =>
      makeBucket(store).then(
        () => true,
        () => false,
      ),
    );
    return store;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A client of a store that sees what it holds, past the service. */
export function clientOf({ url, credentials }: Pick<StartedStore, 'url' | 'credentials'>): S3Client {
  return new S3Client({
    endpoint: url,
    credentials,
    region: 'us-east-1',
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** Makes the bucket of a store. */
export async function makeBucket(store: Pick<StartedStore, 'url' | 'credentials' | 'bucket'>): Promise<void> {
  const client = clientOf(store);
  await client.send(new CreateBucketCommand({ Bucket: store.bucket })).finally(() => client.destroy());
}

type Start = (
  folder: string,
  children: ChildProcess[],
  aheadMs: number,
) => Promise<Pick<StartedStore, 'url' | 'credentials'>>;

const s3rver: Start = async (folder, children, aheadMs) => {
  const port = await freePort();
  const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
  const args = ['-d', folder, '-a', '127.0.0.1', '-p', String(port), '--no-vhost-buckets'];
  const clock = `data:text/javascript,${encodeURIComponent(shiftedDate(aheadMs))}`;
  children.push(spawn(process.execPath, ['--import', clock, program, ...args], { stdio: 'ignore' }));
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  return { url: `http://127.0.0.1:${port}`, credentials };
};

const SERVERS = ['account', 'container', 'object'] as const;

/** By default a server that takes half a second to answer another one fails, and after ten failures nobody asks it for a minute. */
const PATIENCE = ['conn', 'node', 'recoverable_node', 'container_update', 'client']
  .map((what) => `${what}_timeout = 600\n`)
  .join('');

/** What `swift-ring-builder` does in nine calls of a second each. */
const RINGS = `
import sys
from swift.common.ring import RingBuilder
for path, port in zip(sys.argv[1::2], map(int, sys.argv[2::2])):
    builder = RingBuilder(4, 1, 1)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port, 'replication_ip': '127.0.0.1',
        'replication_port': port, 'device': 'disk', 'weight': 1, 'meta': ''})
    builder.rebalance()
    builder.get_ring().save(path)
`;

/** One server of each kind with one folder as its device; their files need extended attributes. */
const swift: Start = async (folder, children, aheadMs) => {
  mkdirSync(join(folder, 'devices/disk'), { recursive: true });
  const config = (port: number, rest: string) =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = ${userInfo().username}\nswift_dir = ${folder}\n${rest}`;
  const ports = await Promise.all(SERVERS.map(freePort));
  const places = SERVERS.flatMap((server, n) => [join(folder, `${server}.ring.gz`), String(ports[n])]);
  // That of Debian, which has the packages.
  execFileSync('/usr/bin/python3', ['-c', RINGS, ...places]);
  for (const [n, server] of SERVERS.entries()) {
    const port = ports[n]!;
    writeFileSync(
      join(folder, `${server}.conf`),
      config(
        port,
        `devices = ${folder}/devices\nmount_check = false\n[pipeline:main]\npipeline = ${server}-server\n[app:${server}-server]\nuse = egg:swift#${server}\n${PATIENCE}`,
      ),
    );
  }
  const port = await freePort();
  const filters = ['catch_errors', 'cache', 'listing_formats', 's3api', 'tempauth'];
  const sections = filters.map(
    (name) => `[filter:${name}]\nuse = egg:swift#${name.replace(/^cache$/, 'memcache')}\n`,
  );
  writeFileSync(
    join(folder, 'proxy.conf'),
    config(
      port,
      `[pipeline:main]\npipeline = ${filters.join(' ')} proxy-server\n[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\nerror_suppression_limit = 1000000\n${PATIENCE}${sections.join('')}user_test_tester = testing .admin\n`,
    ),
  );
  // Read by each Python at its start.
  const clock = `import time\nnow = time.time\ntime.time = lambda: now() + ${aheadMs / 1000}\n`;
  writeFileSync(join(folder, 'sitecustomize.py'), clock);
  const env = { ...process.env, PYTHONPATH: folder };
  for (const server of [...SERVERS, 'proxy'])
    children.push(
      spawn(`swift-${server}-server`, [join(folder, `${server}.conf`)], { stdio: 'ignore', env }),
    );
  const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };
  return { url: `http://127.0.0.1:${port}`, credentials };
};
